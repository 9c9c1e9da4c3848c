import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { databases } from '../../../testing/databases.ts'
import { databaseFile } from './backup.ts'

const module = new URL('./file-check.ts', import.meta.url).href

test('keeps the process running until a stopped check has closed its database', async () => {
  const place = await databases[0]?.create('demo')
  const script = `import { FileCheck } from '${module}'
    const check = new FileCheck(process.argv[1])
    void check.finding()
    await check.end()
    process.stdout.write('closed')`
  const args = ['--input-type=module', '--eval', script, databaseFile(place?.where ?? '')]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('closed')
  await place?.drop()
})
