import { expect, test } from 'vitest'
import { checkRuntime } from './server-process.ts'

const good = { node: '24.18.1', sqlite: '3.51.3' }

test.each([[{}], [{ node: '24.21.0' }], [{ node: '26.0.0' }], [{ sqlite: '3.53.4' }], [{ sqlite: '4.0.0' }]])(
  'accepts the runtime versions %j',
  (versions) => {
    expect(() => checkRuntime({ ...process.versions, ...good, ...versions } as NodeJS.ProcessVersions)).not.toThrow()
  },
)

test.each([
  [{ node: '24.18.0' }, 'Node.js 24.18.0 is too old: the server needs 24.18.1 or newer. Start it with npm start.'],
  [{ node: '20.20.2' }, 'Node.js 20.20.2 is too old: the server needs 24.18.1 or newer. Start it with npm start.'],
  [{ node: '24.9.9' }, 'Node.js 24.9.9 is too old'],
  [{ sqlite: '3.51.2' }, 'SQLite 3.51.2 is too old: the server needs 3.51.3 or newer.'],
  [{ sqlite: undefined }, 'SQLite 0 is too old'],
])('refuses the runtime versions %j with the message “%s”', (versions, sentence) => {
  expect(() => checkRuntime({ ...process.versions, ...good, ...versions } as NodeJS.ProcessVersions)).toThrow(sentence)
})
