import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeSigningKey, readSigningKey, SealedFile } from './sealed-file.ts'

let folder: string
let keyFile: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-requests-sealed-'))
  keyFile = join(folder, 'key')
  file = join(folder, 'lines')
  makeSigningKey(keyFile)
})
afterEach(() => rmSync(folder, { recursive: true }))

const sealed = (key = keyFile, purpose = 'test v1') => new SealedFile(file, readSigningKey(key), purpose)

async function textsOf(sealedFile: SealedFile): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = []
  for await (const { text } of sealedFile.lines()) texts.push(text)
  return texts
}

describe('a sealed file', () => {
  test('returns its lines in order to a reader with the public key', async () => {
    await sealed().begin()
    const texts = Array.from({ length: 250 }, (_, index) => `{"line":${index}}`)
    for (const text of texts) await sealed().append(text)
    const reader = sealed(`${keyFile}.pub`)
    expect(await textsOf(reader)).toEqual(texts)
    expect([sealed().canSign, reader.canSign]).toEqual([true, false])
    await expect(reader.append('more')).rejects.toThrow('can’t sign')
    expect(await textsOf(reader)).toEqual(texts)
  })

  test('returns a line without text after any byte is changed, removed, or added', async () => {
    await sealed().begin()
    for (const text of ['one', 'two']) await sealed().append(text)
    const whole = readFileSync(file)
    for (let at = 0; at < whole.length - 1; at += 1) {
      const [before, after] = [whole.subarray(0, at), whole.subarray(at + 1)]
      const changes = [[(whole[at] as number) ^ 1], [], [whole[at] as number, 0x30]]
      for (const bytes of changes) {
        writeFileSync(file, Buffer.concat([before, Buffer.from(bytes), after]))
        expect(await textsOf(sealed()), `byte ${at}`).toContain(undefined)
      }
    }
  })

  test('returns no text for lines signed with another key or for another purpose', async () => {
    const other = join(folder, 'other')
    makeSigningKey(other)
    await sealed().begin()
    await sealed(other).append('by another')
    await sealed(keyFile, 'something else v1').append('for something else')
    await sealed().append('ours')
    expect(await textsOf(sealed())).toEqual([undefined, undefined, 'ours'])
  })

  test('isn’t created by an append', async () => {
    await expect(sealed().append('text')).rejects.toMatchObject({ code: 'ENOENT' })
    expect(existsSync(file)).toBe(false)
  })

  test.runIf(existsSync('/dev/full'))('reports a full disk when a line is appended', async () => {
    const onFullDisk = new SealedFile('/dev/full', readSigningKey(keyFile), 'test v1')
    await expect(onFullDisk.append('text')).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})

describe('a key', () => {
  test('is readable only by its owner, and is never overwritten', () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    const before = readFileSync(keyFile, 'utf8')
    expect(() => makeSigningKey(keyFile)).toThrow(`${keyFile} already exists`)
    rmSync(`${keyFile}.pub`)
    expect(() => makeSigningKey(keyFile)).toThrow(`${keyFile} already exists`)
    expect(readFileSync(keyFile, 'utf8')).toBe(before)
    expect(existsSync(`${keyFile}.pub`)).toBe(false)
  })

  test('is refused with its file name if it is missing or of another kind', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    for (const text of [rsa.export({ type: 'pkcs8', format: 'pem' }), 'no key', '']) {
      writeFileSync(file, text)
      expect(() => readSigningKey(file)).toThrow(`${file} contains no Ed25519 key.`)
    }
  })
})
