import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { constants, createReadStream, existsSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readKeyFile } from './key-file.ts'

const signatureThenText = /^([0-9a-f]{128}) (.+)$/
const linesAtOnce = 100

/** A line in a sealed file. The text is missing if its signature doesn't match. */
export interface SealedLine {
  readonly number: number
  readonly text: string | undefined
}

/**
 * An append-only file of signed lines. Appending requires the private key, and the public key is enough to detect
 * changes. Every signature includes `purpose`, so that lines signed for another purpose are rejected.
 */
export class SealedFile {
  readonly #file: string
  readonly #key: SigningKey
  readonly #purpose: string

  constructor(file: string, key: SigningKey, purpose: string) {
    this.#file = file
    this.#key = key
    this.#purpose = purpose
  }

  get canSign(): boolean {
    return this.#key.privatePart !== undefined
  }

  /** Creates the file unless it exists. */
  async begin(): Promise<void> {
    const handle = await open(this.#file, 'a')
    await handle.close()
  }

  /**
   * Appends to the file, which must exist, so that nothing is written to an empty mount point. Resolves when the text
   * is on disk.
   */
  async append(text: string): Promise<void> {
    const { privatePart } = this.#key
    if (!privatePart) throw new Error('This key file has only the public part of the key, which can’t sign.')
    const line = `${sign(null, this.#sealed(text), privatePart).toString('hex')} ${text}\n`
    const handle = await open(this.#file, constants.O_RDWR | constants.O_APPEND)
    try {
      await handle.appendFile((await endsWithLine(handle)) ? line : `\n${line}`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  /** Yields all lines in order, giving other work turns in between. */
  async *lines(): AsyncGenerator<SealedLine> {
    let number = 0
    for await (const line of createInterface({ input: createReadStream(this.#file), crlfDelay: Infinity })) {
      number += 1
      if (number % linesAtOnce === 0) await nextTurn()
      if (line !== '') yield { number, text: this.#open(line) }
    }
  }

  #open(line: string): string | undefined {
    const [, signature = '', text = ''] = signatureThenText.exec(line) ?? []
    const isOurs = verify(null, this.#sealed(text), this.#key.publicPart, Buffer.from(signature, 'hex'))
    return isOurs ? text : undefined
  }

  #sealed(text: string): Buffer {
    return Buffer.from(`${this.#purpose}\n${text}`)
  }
}

// A line left incomplete by a full disk or a power failure must not corrupt the next.
async function endsWithLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return true
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

/** An Ed25519 key. Without its private part, it can only verify signatures. */
interface SigningKey {
  readonly publicPart: KeyObject
  readonly privatePart: KeyObject | undefined
}

/**
 * Creates a key: the private part in a file that only its owner can read, and the public part next to it. Returns the
 * public file's name.
 */
export function makeSigningKey(file: string): string {
  const publicFile = `${file}.pub`
  for (const name of [file, publicFile])
    if (existsSync(name))
      throw new Error(`${name} already exists, and keys are never overwritten. Choose another name.`)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  writeFileSync(file, privateKey, { flag: 'wx', mode: 0o600 })
  writeFileSync(publicFile, publicKey, { flag: 'wx' })
  return publicFile
}

/**
 * Reads a key from the file with its private or public part. Throws a readable error if the file contains no such key.
 */
export function readSigningKey(file: string): SigningKey {
  const pem = readKeyFile(file)
  if (pem === undefined) throw new Error(`AUDIT_KEY: the file ${file} doesn’t exist.`)
  const publicPart = parse(file, () => createPublicKey(pem))
  const privatePart = pem.includes('PRIVATE KEY') ? parse(file, () => createPrivateKey(pem)) : undefined
  return { publicPart, privatePart }
}

function parse(file: string, read: () => KeyObject): KeyObject {
  let key: KeyObject | undefined
  try {
    key = read()
  } catch {
    key = undefined
  }
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`${file} contains no Ed25519 key.`)
  return key
}
