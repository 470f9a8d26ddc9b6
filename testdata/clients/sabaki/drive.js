// Drives an engine with the code by which Sabaki itself drives engines:
//
//   node drive.js ENGINE [ARGUMENT...]
//
// Every check prints a line that begins with PASS or FAIL; the exit status is 1
// if one has failed. Checks build on each other and run in order.

'use strict'

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')
const {parse} = require('./analysis')

const [engine, ...engineArgs] = process.argv.slice(2)
const controller = new Controller(engine, engineArgs)
const tracker = new ControllerStateTracker(controller)

// What went over the wire, for the checks to look at.
let sent = []
const stderr = []
controller.on('command-sent', ({command}) =>
  sent.push([command.name, ...(command.args || [])].join(' '))
)
controller.on('stderr', ({content}) => stderr.push(content))

const stopped = new Promise(resolve => controller.once('stopped', resolve))

const send = (name, args = [], subscriber) =>
  controller.sendCommand({name, args}, subscriber)
const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

// plays makes a history of alternating moves.
const plays = text =>
  text.split(' ').map((vertex, i) => play('BW'[i % 2], vertex))

// succeed sends a command and returns the text of its reply.
async function succeed(name, ...args) {
  const {error, content} = await send(name, args)
  assert(!error, `${[name, ...args].join(' ')}: ${content}`)
  return content
}

// firstKnown returns the dialect of an analysis command that Sabaki uses.
async function firstKnown(command) {
  for (const prefix of ['', 'kata-', 'lz-'])
    if (await tracker.knowsCommand(prefix + command)) return prefix + command
  assert.fail(`no ${command} of any kind is listed`)
}

// record returns the engine's own record of the game, each move as "B D4".
async function record() {
  const sgf = await succeed('printsgf')
  const size = +sgf.match(/SZ\[(\d+)\]/)[1]
  const letter = point => 'ABCDEFGHJKLMNOPQRST'[point.charCodeAt(0) - 97]
  const row = point => size - (point.charCodeAt(1) - 97)
  return [...sgf.matchAll(/;([BW])\[(\w*)\]/g)].map(
    ([, color, point]) =>
      `${color} ${point === '' ? 'PASS' : letter(point) + row(point)}`
  )
}

// synced brings the engine to a history and checks that it is there; it
// returns the commands that the tracker needed.
async function synced(history, settings = {}) {
  sent = []
  await tracker.sync({komi: 6.5, boardsize: [9, 9], ...settings, history})
  const needed = [...sent]
  assert.deepStrictEqual(
    await record(),
    history.filter(c => c.name === 'play').map(c => c.args.join(' '))
  )
  return needed
}

// batch sends commands, given as text, all at once without waiting for any, and
// returns the texts of their replies.
const batch = commands =>
  Promise.all(commands.map(c => succeed(...c.split(' '))))

// text turns a history into the commands that it is sent as.
const text = history => history.map(c => [c.name, ...c.args].join(' '))

// abort does what Sabaki does before anything else it wants of an engine that
// is still busy; it does not wait, either. The replies are kept.
let aborts = []
function abort() {
  if (controller.busy) aborts.push(succeed('protocol_version'))
}

// analyze starts an analysis as Sabaki does: through the queue of the tracker,
// which then waits until it ends. Of what it returns, begun is fulfilled by
// the first line that tells of moves, ended by all lines.
function analyze(name, color) {
  const lines = []
  let first
  const begun = new Promise(resolve => (first = resolve))
  const ended = tracker
    .queueCommand({name, args: [color, '50']}, ({line}) => {
      lines.push(line)
      if (line.startsWith('info ')) first(line)
    })
    .then(({error, content}) => {
      assert(!error, `${name}: ${content}`)
      return lines
    })
  ended.catch(first) // so that nothing waits for what cannot come
  return {begun, ended}
}

// checkLines checks what an analysis has printed from its first line to its
// last, and returns the moves of its last report.
function checkLines(name, lines) {
  assert.strictEqual(lines[0].trim(), '=')
  assert.strictEqual(lines[lines.length - 1], '')
  const reports = lines.slice(1, -1)
  const genmove = name.includes('genmove')
  if (genmove) assert.match(reports.pop(), /^play ([A-HJ][1-9]|pass)$/)
  assert(!genmove || reports.length > 0, 'a move comes with a report')
  return reports.map(line => parse(name, 9, line)).pop()
}

// searching lets each search of the engine have so many playouts while f runs.
async function searching(playouts, f) {
  const usual = await succeed('gtpgo-param', 'playouts')
  await succeed('gtpgo-param', 'playouts', `${playouts}`)
  await f()
  await succeed('gtpgo-param', 'playouts', usual)
}

const analyses = ['kata-analyze', 'lz-analyze']
const genmoveAnalyses = ['kata-genmove_analyze', 'lz-genmove_analyze']

const opening = plays('E5 C3 G3 G7 C7 PASS D3 C4 D4')

const checks = {
  'start: four commands at once, without ids': async () => {
    const [name, version, protocol, list] = await Promise.all(
      ['name', 'version', 'protocol_version', 'list_commands'].map(c => send(c))
    )
    assert(!name.error && name.content !== '')
    assert.match(version.content, /^\d+\.\d+\.\d+$/)
    assert.strictEqual(protocol.content, '2')
    const listed = list.content.split('\n')
    for (const command of ['undo', 'set_free_handicap', 'genmove', 'play'])
      assert(listed.includes(command), `${command} is not listed`)
    for (const command of listed)
      assert.match(command, /^[a-z][a-z0-9_-]*$/)
    assert(!listed.includes('rectangular_boardsize'))
  },

  'first sync: komi, boardsize, clear_board': async () => {
    const needed = await synced([])
    assert.deepStrictEqual(needed, ['komi 6.5', 'boardsize 9', 'clear_board'])
    assert.match(await succeed('printsgf'), /KM\[6\.5\]/)
  },

  'sync forwards: plays only': async () => {
    await synced(opening.slice(0, 6))
    const needed = await synced(opening)
    assert.deepStrictEqual(needed, ['play B D3', 'play W C4', 'play B D4'])
  },

  'sync to a variation: undo, then plays': async () => {
    const needed = await synced(plays('E5 C3 G3 G7 C7 F3 F4'))
    assert.deepStrictEqual(needed, [
      ...['undo', 'undo', 'undo', 'undo'],
      ...['play W F3', 'play B F4'],
    ])
  },

  'sync back over a pass': async () => {
    await synced(opening)
    const needed = await synced(opening.slice(0, 5))
    assert.deepStrictEqual(needed, Array(4).fill('undo'))
  },

  'sync to another game: clear_board, then plays': async () => {
    const needed = await synced(plays('A1 B1 C1 D1'))
    assert.strictEqual(needed[0], 'clear_board')
  },

  'moves of one colour in a row, captures on the way': async () => {
    const moves = ['B A1', 'B A2', 'W B1', 'W B2', 'W A3']
    await synced(moves.map(m => play(...m.split(' '))))
    const board = await succeed('showboard')
    assert.match(board, /^ 1 +\. +O/m, 'A1 is empty again')
  },

  'a whole sync at once, and what undoes and replays it': async () => {
    const line = plays('E5 C3 G3 G7 C7 F3 F4')
    const start = ['komi 6.5', 'boardsize 9', 'clear_board', ...text(opening)]
    await batch([
      ...start,
      ...Array(4).fill('undo'),
      ...text(line.slice(opening.length - 4)),
    ])
    assert.deepStrictEqual(await record(), line.map(c => c.args.join(' ')))
    const replies = await Promise.all([
      ...start.slice(1).map(c => succeed(...c.split(' '))),
      record(),
    ])
    assert.deepStrictEqual(
      replies.pop(),
      opening.map(c => c.args.join(' '))
    )
    assert.deepStrictEqual(await synced(opening), [], 'nothing to be sent')
  },

  'set-up stones: plays of one colour, then of the other': async () => {
    const black = ['D4', 'D5', 'D6', 'E7', 'F6', 'F5', 'F4', 'E3']
    const white = ['E6', 'E5', 'E4', 'C5', 'G5']
    const stones = [
      ...black.map(v => play('B', v)),
      ...white.map(v => play('W', v)),
    ]
    // E4 takes the last liberty of the white stones at E5 and E6.
    await assert.rejects(synced(stones))
    const possible = stones.filter(c => c.args[1] !== 'E4')
    await synced(possible)
    assert.match(await succeed('showboard'), /^ 5 \. \. O X O X/m)
    await synced([...possible, play('B', 'E4')])
    assert.match(await succeed('showboard'), /^ 5 \. \. O X \. X/m)
    await synced([...possible, play('B', 'A1'), play('W', 'A2')])
  },

  'set-up stones: a handicap, then white ones': async () => {
    const handicap = {name: 'set_free_handicap', args: ['C3', 'G7']}
    const history = [handicap, play('W', 'C7'), play('W', 'G3')]
    const needed = await synced(history)
    assert.deepStrictEqual(needed, ['clear_board', ...text(history)])
    await synced([...history, ...plays('E5 E6')])
    const back = await synced(history)
    assert.deepStrictEqual(back, ['undo', 'undo'])
    // Handicap stones cannot be taken back; Sabaki starts again, then.
    assert((await send('undo')).error === false)
    assert((await send('undo')).error === false)
    assert.strictEqual((await send('undo')).content, 'cannot undo')
    await synced(opening)
  },

  'genmove: both sides, the tracker follows': async () => {
    await synced(opening)
    for (const color of ['W', 'B', 'W', 'B']) {
      const command = {name: 'genmove', args: [color]}
      const {error, content} = await tracker.queueCommand(command)
      assert(!error, content)
      assert.match(content.toLowerCase(), /^([a-hj][1-9]|pass)$/)
    }
    const {history} = tracker.state
    assert.strictEqual(history.length, opening.length + 4)
    assert.deepStrictEqual(await record(), history.map(c => c.args.join(' ')))
    assert.deepStrictEqual(await synced(history), [], 'nothing to be sent')
  },

  'genmove with analysis: lines, then the move': async () => {
    await synced(opening)
    const lines = []
    const name = await firstKnown('genmove_analyze')
    await tracker.queueCommand({name, args: ['W', '50']}, ({line}) =>
      lines.push(line)
    )
    assert.strictEqual(lines[0].trim(), '=')
    assert.match(lines[1], /^info move .* pv /)
    const moves = lines.filter(line => line.startsWith('play '))
    assert.strictEqual(moves.length, 1, lines.join('\n'))
    assert.match(moves[0], /^play ([A-HJ][1-9]|pass)$/)
    const {history} = tracker.state
    assert.strictEqual(history.length, opening.length + 1)
    assert.deepStrictEqual(await synced(history), [], 'nothing to be sent')
  },

  'genmove with analysis: both dialects, every line': async () => {
    for (const [i, name] of genmoveAnalyses.entries()) {
      await synced(opening.slice(0, 6 + i))
      const lines = await analyze(name, 'BW'[i]).ended
      const moves = checkLines(name, lines)
      const played = lines[lines.length - 2].slice('play '.length)
      assert(moves.some(m => m.move === played), `${played} is not reported`)
      const {history} = tracker.state
      const move = ['BW'[i], played.toUpperCase()]
      assert.deepStrictEqual(history[6 + i].args, move)
      assert.deepStrictEqual(await synced(history), [], 'nothing to be sent')
    }
  },

  'genmove with analysis: an abort waits for the move': async () => {
    const playouts = 3000
    await searching(playouts, async () => {
      for (const name of genmoveAnalyses) {
        await synced(plays('E5 C3'))
        await succeed('clear_board') // no playouts from before
        await synced(opening)
        const {ended} = analyze(name, 'W')
        await new Promise(resolve => setTimeout(resolve, 20))
        assert(controller.busy, 'the move came too soon for the test')
        abort()
        const moves = checkLines(name, await ended)
        const visits = moves.reduce((sum, m) => sum + m.visits, 0)
        assert(visits > 0.9 * playouts, `only ${visits} visits: cut short`)
      }
    })
  },

  'analysis: both dialects, both colours, every line': async () => {
    // Black has fifteen stones, White has none.
    const points = 'CDEFG'.split('').flatMap(x => [3, 5, 7].map(y => x + y))
    await synced(points.map(v => play('B', v)))
    for (const name of analyses) {
      for (const color of 'BW') {
        const {begun, ended} = analyze(name, color)
        await begun
        abort()
        const moves = checkLines(name, await ended)
        for (const {move, pv} of moves)
          assert(!points.includes(move), `${move} is occupied, ${pv}`)
        const best = moves[0]
        assert.strictEqual(best.winrate > 50, color === 'B', `${best.winrate}`)
        if (best.scoreLead !== null)
          assert.strictEqual(best.scoreLead > 0, color === 'B')
      }
    }
  },

  'analysis: started anew at every navigation': async () => {
    await searching(1e9, async () => {
      const running = []
      const waits = []
      for (let i = 0; i < 20; i++) {
        const name = analyses[i % 2]
        const length = [2, 9, 5, 6, 0][i % 5]
        const start = Date.now()
        abort()
        await tracker.sync({history: opening.slice(0, length)})
        waits.push(Date.now() - start)
        const analysis = analyze(name, 'BW'[length % 2])
        running.push({name, ...analysis})
        if (i % 3 > 0) await analysis.begun // else the user is in a hurry
      }
      await running[19].begun
      abort()
      for (const {name, ended} of running) checkLines(name, await ended)
      // It should take a tenth of a second; the machine may be busy.
      assert(Math.max(...waits) < 1500, `milliseconds to stop: ${waits}`)
    })
    assert.deepStrictEqual([...new Set(await Promise.all(aborts))], ['2'])
    assert(!controller.busy)
    await synced(opening)
  },

  'analysis: goes on until protocol_version': async () => {
    await synced(opening)
    const name = await firstKnown('analyze')
    let first
    const begun = new Promise(resolve => (first = resolve))
    const analysis = send(name, ['W', '50'], ({line}) => {
      if (line.startsWith('info ')) first(line)
    })
    assert.match(await begun, /^info move .* pv /)
    assert(controller.busy)
    const {content} = await send('protocol_version')
    assert.strictEqual(content, '2')
    assert(!(await analysis).error)
    assert(!controller.busy)
    assert.deepStrictEqual(await synced(opening), [], 'nothing to be sent')
  },

  'a failing command: told, and nothing changes': async () => {
    await synced(opening)
    for (const [command, text] of [
      ['play B E5', 'illegal move'],
      ['play B Z9', 'invalid coordinate'],
      ['no-such-command', 'unknown command'],
      ['boardsize 99', 'unacceptable size'],
      ['komi much', 'syntax error'],
    ]) {
      const [name, ...args] = command.split(' ')
      const {error, content} = await send(name, args)
      assert(error, `${command} does not fail`)
      assert.strictEqual(content, text)
    }
    assert.deepStrictEqual(await synced(opening), [], 'nothing to be sent')
  },

  'an impossible position: an error, and the next sync mends it': async () => {
    await assert.rejects(synced(plays('E5 E5')))
    await synced(opening)
  },

  'handicap: set_free_handicap, White first': async () => {
    const handicap = {name: 'set_free_handicap', args: ['C3', 'G7', 'E5']}
    const history = [handicap, play('W', 'G3'), play('B', 'C7')]
    const needed = await synced(history, {komi: 0.5})
    assert.deepStrictEqual(needed.slice(0, 3), [
      'komi 0.5',
      'clear_board',
      'set_free_handicap C3 G7 E5',
    ])
    assert.match(await succeed('printsgf'), /HA\[3\][^;]*AB(\[\w\w\]){3}(?!\[)/)
  },

  'handicap: fixed_handicap as typed by the user': async () => {
    await synced([])
    const vertices = (await succeed('fixed_handicap', '2')).split(' ')
    assert.deepStrictEqual([...vertices].sort(), ['C3', 'G7'])
    const {history} = tracker.state
    assert.deepStrictEqual(history, [
      {name: 'set_free_handicap', args: vertices},
    ])
    await synced([...history, play('W', 'E5')])
  },

  'settings of the user survive another board': async () => {
    await succeed('gtpgo-scoring', 'jungo')
    await synced(plays('E5 N13'), {boardsize: [13, 13]})
    await synced(opening)
    assert.strictEqual(await succeed('gtpgo-scoring'), 'jungo')
  },

  'time settings': async () => {
    const timeSettings = {mainTime: 60, byoyomiTime: 10, byoyomiStones: 5}
    const needed = await synced(opening, {timeSettings})
    assert.deepStrictEqual(needed, ['time_settings 60 10 5'])
  },

  'a thousand commands in one go, answered in order': async () => {
    await succeed('clear_board')
    const known = i => i % 3 === 0
    const replies = await Promise.all(
      [...Array(1000).keys()].map(i =>
        send('known_command', [known(i) ? 'undo' : 'redo'])
      )
    )
    replies.forEach(({content}, i) =>
      assert.strictEqual(content, `${known(i)}`, `reply ${i}`)
    )
  },

  'quit while analysing: the process ends by itself': async () => {
    const args = [...engineArgs, '--playouts', '1000000000'] // no end by itself
    const own = new Controller(engine, args)
    const ended = new Promise(resolve => own.once('stopped', resolve))
    let first
    const begun = new Promise(resolve => (first = resolve))
    const analysis = own.sendCommand(
      {name: 'kata-analyze', args: ['B', '50']},
      ({line}) => line.startsWith('info ') && first()
    )
    // The client drops what it has not read when the process has ended.
    analysis.catch(() => {})
    await Promise.race([begun, ended])
    const start = Date.now()
    await own.stop(3000)
    assert.deepStrictEqual(await ended, {signal: 0})
    assert(Date.now() - start < 3000, 'killed after the grace of Sabaki')
  },

  'quit: answered, and the process ends by itself': async () => {
    const start = Date.now()
    await controller.stop(3000)
    // The "signal" of @sabaki/gtp is the exit status.
    assert.deepStrictEqual(await stopped, {signal: 0})
    assert(Date.now() - start < 3000, 'killed after the grace of Sabaki')
    assert.strictEqual(controller.process, null)
  },

  'nothing on stderr': async () => assert.deepStrictEqual(stderr, []),
}

async function main() {
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check()
      console.log(`PASS ${name}`)
    } catch (err) {
      console.log(`FAIL ${name}\n${err.stack}`)
      console.log(`last commands: ${sent.slice(-10).join(', ')}`)
      await controller.kill()
      return 1
    }
  }
  return 0
}

main().then(status => process.exit(status))
