import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { listWithOr } from '@check-requests/domain/values/lists.ts'
import { z } from 'zod'
import { propertyOf } from '../errors.ts'
import { isNetwork } from '../http/networks.ts'

/** A setting parsed by a function, which returns a description of the problem if the setting is invalid. */
export function readBy<Value extends object | number>(parse: (text: string) => Value | string) {
  return z
    .string()
    .transform((text, context) => {
      const value = parse(text)
      if (typeof value !== 'string') return value
      context.addIssue({ code: 'custom', message: value })
      return z.NEVER
    })
    .optional()
}

/** A setting that must be a whole number within limits. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)
}

/** A setting that must be one of these words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, { error: `must be ${listWithOr(words)}` })
}

/** A comma-separated list whose parts all pass a check. */
function listOf(isPart: (part: string) => boolean, error: string) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isPart), { error })
}

export const networks = listOf(isNetwork, 'must be a list of networks such as 10.1.0.0/16')
export const proxies = listOf(
  (part) => isIP(part) !== 0 || isNetwork(part),
  'must be a list of IP addresses or CIDR ranges, such as 127.0.0.1, 10.0.0.0/8',
)

const isHost = (text: string) =>
  isIP(text) !== 0 || (/^(?=.*[a-z])[a-z\d]+([.-][a-z\d]+)*$/i.test(text) && text.length < 254)

export const hosts = listOf(isHost, 'must be a list of hosts such as chat.example.com, without ports')

/** An address to listen on, or a name of this machine. */
export const host = z.string().refine(isHost, {
  error: 'must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0, or a host name, without a port',
})

/** The URL of another HTTP server. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL such as http://127.0.0.1:4318' })

/** The URL at which users reach this server. It has no path, because every page is below the root. */
export const publicUrl = z.string().refine(
  (text) => {
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
    const { href, origin } = new URL(text)
    return href === `${origin}/`
  },
  { error: 'must be a URL such as https://checks.example.com, without a path, query, or user' },
)

/**
 * A PostgreSQL URL, which can name a Unix socket. Spaces in a password and a missing host are accepted, as in the
 * library.
 */
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://', abort: true })
  .refine((text) => URL.parse(text.replaceAll(' ', '%20').replace('@/', '@host/'))?.hash === '', {
    error:
      'must be like postgres://user:password@host:5432/database; write # / ? @ % in a password as %23 %2F %3F %40 %25',
  })

/** A file or folder name. */
export const fileName = z.string().regex(/^[^\0]+$/, { error: 'must be the name of a file or folder' })

type Variables = Readonly<Record<string, string | undefined>>

/** The settings after files were read, and the problems with those files, by setting name. */
interface ReadFromFiles {
  readonly variables: Variables
  readonly errors: readonly string[]
}

/** Reads each of these settings from the file in `NAME_FILE`, if that is set. */
export function readFromFiles(variables: Variables, names: readonly string[]): ReadFromFiles {
  const values: Record<string, string> = {}
  const errors: string[] = []
  for (const name of names) {
    const file = variables[`${name}_FILE`]
    if (!file) continue
    const found = variables[name] ? { error: `can’t be set together with ${name}` } : contentOf(file)
    if ('error' in found) errors.push(`${name}_FILE: ${found.error}`)
    else values[name] = found.text
  }
  return { variables: { ...variables, ...values }, errors }
}

function contentOf(file: string): { readonly text: string } | { readonly error: string } {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return text === '' ? { error: `the file ${file} is empty` } : { text }
  } catch (error) {
    return { error: `the file ${file} can’t be read (${propertyOf(error, 'code')})` }
  }
}
