package engine

import "context"

// Judge judges the present position, which takes a while, so that the questions
// about it are answered at once afterwards. The error is that of ctx if it ends
// before.
func (e *Engine) Judge(ctx context.Context) error {
	if e.judge(ctx); !e.judged.done {
		return ctx.Err()
	}
	return nil
}

// JudgeToCount does as Judge where a count needs it: the rules have dead stones
// agreed, and nobody has told which are.
func (e *Engine) JudgeToCount(ctx context.Context) error {
	if !e.game.Rules().AgreedDead || e.agreed != nil {
		return nil
	}
	return e.Judge(ctx)
}
