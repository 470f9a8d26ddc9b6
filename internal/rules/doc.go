// Package rules is the game of Go: board, legality, rulesets, score and game
// record. It is exact, and it does no I/O, keeps no time and starts no
// goroutine.
//
// Board is the position with chains and liberties, fast enough for playouts.
// Position adds the side to move and the Tally of moves, passes and captures.
// Game is a record under a Ruleset: it alone knows the earlier positions, and
// so decides superko. Count is a position counted.
//
// # Sources, and where each of their rules stands
//
// Ikeda 1969 is Ikeda Toshio, "On the Rules of Go" (囲碁ルールについて), Igo
// Shincho 21, numbers 2, 5 and 6 (1969). The Jungo text describes O Meien's
// 純碁. The basic-rules text explains the ordinary rules (囲碁の基本ルール).
//
//	Ikeda, common definition 1   board, points, neighbours       Point, Board.Neighbors
//	Ikeda, common definition 2   play, removal, move, pass       Board.Place, Board.remove, Move, Pass
//	Ikeda, common definition 3   the state of being removed      chain.libs
//	Ikeda, common definition 4   shape of the board              shape, Board.Key
//	Ikeda, common definition 5   territory, surrounding stones   Board.Territory, Board.surrounder
//	Ikeda, common rule 1         black and white                 Color
//	Ikeda, common rule 2         turns; who does not move loses  Position.Play; resigning and time are the engine's
//	Ikeda, common rule 3         removal                         Board.Place
//	Ikeda, common rule 4         superko                         IkedaKo, Game.repeats
//	Ikeda, common rule 5         no suicide                      Board.Suicide, Game.Legal
//	Ikeda, common rule 8         handicap and komi               Game.Setup, Game.SetKomi
//	Area I, rule 6               two passes end                  TwoPasses
//	Area I, rule 7               stones count                    StoneScoring
//	Area II, rules 6, 7          stones and territory            TwoPasses, AreaScoring
//	Area III, rule 6             the first pass is exempt        FirstPassExempt
//	Area III, rule 7             half a point for it             Axes.FirstPass, Count.FirstPass
//	Territory I, rule 6.1        provisional end                 Provisional, Tally.pass
//	Territory I, rule 6.2        passes after it cost a stone    AfterProvisional
//	Territory I, rule 6.3        end                             Provisional, Tally.pass
//	Territory I, rule 6.4        the last pass may be free       AfterProvisional, Tally.unpaid
//	Territory I, rule 7          territory less stones lost      TerritoryScoring
//	Territory II, rule 6         as Territory I                  Provisional
//	Territory II, rule 7         live stones                     Axes.LiveOnly, Board.Alive
//	Territory III, rule 6-1      every pass costs a stone        AllPasses
//	Territory III, rule 6-2      two passes end                  TwoPasses
//	Territory III, rule 6-3      Black's last pass is free       AllPasses, Tally.unpaid
//	Territory III, rule 7        as Territory I                  TerritoryScoring
//	Jungo text, 石の数を競う       stones count                    StoneScoring
//	Jungo text, 地の概念がない     no territory                    StoneScoring
//	Jungo text, 死活の判定がない   stones count as they stand      Axes.AgreedDead
//	Jungo text, 両者連続パス       two passes end                  TwoPasses
//	Jungo text, 超コウ            superko                         PositionalKo
//	Jungo text, 切り賃            cutting fee                     AllTax
//	basic rules, 石を取ること     liberties, atari, capture       Board.Liberties, Board.Place
//	basic rules, 打てない場所     forbidden points                Board.Suicide
//	basic rules, コウ            ko                              SimpleKo
//	basic rules, 二眼            life with two eyes              Board.Alive
//	basic rules, 地と整地        dead stones, komi               Axes.AgreedDead, Game.Count, Decimal
//	basic rules, 対局の終わり方   two passes, playing on          TwoPasses, Tally.play
//
// # Oddities
//
// GTP lets a colour move out of turn; moves count for the colour that made
// them, and two passes of one colour are not "both sides" (Area I, rule 6).
// The starting position counts, for SituationalKo, as made by the side that
// does not move first.
package rules
