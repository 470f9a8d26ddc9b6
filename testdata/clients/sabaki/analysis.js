// Reads the lines of an analysis by the rules by which Sabaki reads them, and
// fails on all that Sabaki would silently drop.

'use strict'

const assert = require('assert')

const isVertex = word => /^(pass|[A-Za-z]\d+)$/.test(word)

// What the values look like. Leela Zero's dialect has whole numbers, 10000 for
// 1; KataGo's has decimal points, which Sabaki once told them apart by.
const whole = /^\d+$/
const basis = /^(\d{1,4}|10000)$/
const chance = /^(0\.\d+|1\.0+)$/
const decimal = /^-?\d+\.\d+$/

const keys = {
  lz: {visits: whole, winrate: basis, prior: basis, lcb: basis, order: whole},
  kata: {
    ...{visits: whole, winrate: chance, prior: chance, lcb: chance},
    ...{scoreMean: decimal, scoreStdev: decimal, scoreLead: decimal},
    order: whole,
  },
}

// dialect returns the one that a command speaks.
const dialect = command => (command.startsWith('kata-') ? 'kata' : 'lz')

// parse returns the moves that a line of a command tells of, best first; win
// rates are percentages of the side to move.
function parse(command, size, line) {
  const vertex = new RegExp(`^(pass|[A-HJ-Z]([1-9]|1\\d|2[0-5]))$`)
  const onBoard = word =>
    vertex.test(word) && (word === 'pass' || +word.slice(1) <= size)
  const format = keys[dialect(command)]

  assert.match(line, /^info \S+( \S+)*$/) // single blanks, from column 0
  const segments = line.slice('info '.length).split(' info ')
  assert(segments.length <= 50, `${segments.length} moves`)

  const moves = segments.map((segment, rank) => {
    // The variation is the run of vertices that ends the segment.
    const words = segment.split(' ')
    let start = words.length
    while (start > 0 && isVertex(words[start - 1])) start--
    const pv = words.slice(start)
    assert.strictEqual(words[start - 1], 'pv', segment)
    assert(pv.length > 0 && pv.every(onBoard), segment)

    // Before it there are pairs of a key and a value.
    const pairs = words.slice(0, start - 1)
    assert.strictEqual(pairs.length % 2, 0, segment)
    const values = {}
    for (let i = 0; i < pairs.length; i += 2) {
      assert(!(pairs[i] in values), `${pairs[i]} twice: ${segment}`)
      values[pairs[i]] = pairs[i + 1]
    }
    for (const [key, pattern] of Object.entries(format))
      assert.match(values[key] || '', pattern, `${key}: ${segment}`)
    assert.strictEqual(values.move, pv[0], segment)
    assert.strictEqual(+values.order, rank, segment)

    const kata = dialect(command) === 'kata'
    return {
      move: values.move,
      visits: +values.visits,
      winrate: kata ? 100 * values.winrate : values.winrate / 100,
      scoreLead: kata ? +values.scoreLead : null,
      pv,
    }
  })
  assert.strictEqual(new Set(moves.map(m => m.move)).size, moves.length, line)
  return moves
}

module.exports = {parse}
