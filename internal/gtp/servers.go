package gtp

import "context"

// serverCommands are those of the game servers KGS and CGOS. kgs-rules and
// kgs-time_settings stand with rules and time.
func serverCommands() []command {
	return []command{
		{Name: "kgs-genmove_cleanup", Args: "COLOR", Help: "as genmove, but take dead stones off before passing, and never resign",
			Spec: specKGS, Group: groupServer, Min: 1, Max: 1, Run: runGenmoveCleanup},
		{Name: "kgs-game_over", Help: "the game is over: free memory; the board stays", Spec: specKGS, Group: groupServer,
			Run: runGameOver},
		// Listing it made kgsGtp 3.5.20 and later fail (Pachi, pull request 133).
		{Name: "kgs-chat", Args: "game | private USER TEXT...", Help: "answer what somebody says", Spec: specKGS,
			Group: groupServer, Min: 2, Max: -1, Hidden: true,
			Run: says(func(*Session) string { return "I am a program and cannot chat. Thank you for the game!" })},
		{Name: "cgos-opponent_name", Args: "NAME", Help: "accepted, changes nothing", Spec: specCGOS, Group: groupServer,
			Max: -1, Run: ignore},
		{Name: "cgos-opponent_rating", Args: "RATING", Help: "accepted, changes nothing", Spec: specCGOS, Group: groupServer,
			Max: -1, Run: ignore},
		{Name: "cgos-gameover", Args: "RESULT", Help: "accepted, changes nothing", Spec: specCGOS, Group: groupServer,
			Max: -1, Run: ignore},
	}
}

func runGenmoveCleanup(ctx context.Context, s *Session, a *Args, r *Reply) error {
	c := a.Color()
	if a.Err() != nil {
		return a.Err()
	}
	s.printDecision(r, s.Engine.GenmoveCleanup(ctx, c))
	return nil
}

func runGameOver(_ context.Context, s *Session, _ *Args, _ *Reply) error {
	s.Engine.GameOver()
	return nil
}

// ignore is the handler of commands that only tell something.
func ignore(context.Context, *Session, *Args, *Reply) error { return nil }
