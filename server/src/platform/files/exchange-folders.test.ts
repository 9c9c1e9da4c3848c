import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, hasSshd, startSftpServer } from '../../testing/sftp-server.ts'
import { putFile, type SftpFolder, UnconfirmedUpload } from './exchange-folders.ts'

test('says that nothing can be reached where no server listens', async () => {
  const at = { host: '127.0.0.1', port: await freePort(), user: 'x', folder: '.', secret: 'x', hostKey: 'SHA256:x' }
  await expect(putFile(at, 'a.txt', Buffer.from('a'))).rejects.toThrow(
    `The server 127.0.0.1 can’t be reached at port ${at.port}.`,
  )
})

// Runs where the OpenSSH server is installed.
describe.runIf(hasSshd)('uploads to a real SFTP server', () => {
  let at: SftpFolder
  let inbox: string
  let stop: () => void
  beforeAll(async () => {
    const server = await startSftpServer()
    at = server.at
    inbox = server.folder
    stop = server.stop
  })
  afterAll(() => stop())

  test('once, under its final name, and leaves nothing else', async () => {
    await putFile(at, 'checks-1.txt', Buffer.from('I,1001\r\n'))
    expect(readdirSync(inbox)).toEqual(['checks-1.txt'])
    await putFile(at, 'checks-1.txt', Buffer.from('I,9999\r\n'))
    expect(readFileSync(join(inbox, 'checks-1.txt'), 'latin1')).toBe('I,1001\r\n')
  })

  test('sends nothing if the host key differs from the confirmed one', async () => {
    const other = { ...at, hostKey: `SHA256:${'A'.repeat(43)}` }
    await expect(putFile(other, 'checks-2.txt', Buffer.from('x'))).rejects.toThrow(/host key that nobody has confirmed/)
    expect(existsSync(join(inbox, 'checks-2.txt'))).toBe(false)
  })

  test('says why the server refuses', async () => {
    const [password, folder] = [
      { ...at, secret: 'wrong' },
      { ...at, folder: '/nowhere' },
    ]
    await expect(putFile(password, 'a.txt', Buffer.from('x'))).rejects.toThrow(/Permission denied|Connection closed/)
    await expect(putFile(folder, 'a.txt', Buffer.from('x'))).rejects.toThrow(/No such file/)
  })

  test.each([
    ['breaks', undefined, [], ['checks-3.txt']],
    ['refuses', false, ['.checks-3.txt.part'], []],
  ] as const)(
    'says whether a file is there if the server %s once it is uploaded',
    async (once, isThere, left, gone) => {
      const server = await startSftpServer(once)
      try {
        const error: unknown = await putFile(server.at, 'checks-3.txt', Buffer.from('I,1003\r\n')).catch((it) => it)
        expect(error).toBeInstanceOf(UnconfirmedUpload)
        expect(error).toMatchObject({ isThere })
        expect([readdirSync(server.folder), readdirSync(server.taken)]).toEqual([left, gone])
      } finally {
        server.stop()
      }
    },
  )
})
