// Drives an engine with the code by which Sabaki itself drives engines:
//
//   node drive.js ENGINE [ARGUMENT...]
//
// Every check prints a line that begins with PASS or FAIL; the exit status is 1
// if one has failed. Checks build on each other and run in order.

'use strict'

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

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
