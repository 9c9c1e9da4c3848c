import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { readKeyFile } from './key-file.ts'

/** An Ed25519 key. Without its private part it verifies what others have signed, and signs nothing. */
export interface SigningKey {
  readonly publicPart: KeyObject
  readonly privatePart: KeyObject | undefined
}

/** Creates a key: the private part in an owner-only file, the public one next to it. Returns the latter's name. */
export function makeSigningKey(file: string): string {
  const publicFile = `${file}.pub`
  for (const name of [file, publicFile])
    if (existsSync(name))
      throw new Error(`${name} exists already, and a key is never overwritten: choose another name.`)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  writeFileSync(file, privateKey, { flag: 'wx', mode: 0o600 })
  writeFileSync(publicFile, publicKey, { flag: 'wx' })
  return publicFile
}

/** Reads a key from the file of its private or public part. Throws a sentence when it holds no such key. */
export function readSigningKey(file: string): SigningKey {
  const pem = readKeyFile(file)
  if (pem === undefined) throw new Error(`AUDIT_KEY: there is no file ${file}.`)
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
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`There is no Ed25519 key in ${file}.`)
  return key
}
