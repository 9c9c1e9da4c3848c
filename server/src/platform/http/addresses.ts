import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** Returns true for API URLs, which return JSON to any client. */
export function isApiAddress(url: string): boolean {
  return /^\/api([/?]|$)/.test(url)
}

/** Returns true if a user opened a URL in a browser, and false if a script or program called it. */
export function opensPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || isApiAddress(url)) return false
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}

/**
 * Returns true if every part of the path is a name. An encoded or plain dot segment, empty part, backslash, or NUL
 * suggests an attempt to leave a folder. No valid URL has one.
 */
export function isPlainPath(url: string): boolean {
  const path = decoded(url.split('?', 1)[0] ?? '')
  return path === undefined || !/\/\/|[\\\0]|\/\.{1,2}(\/|$)/.test(path)
}

/**
 * Returns true if a request names its host more than once, because a proxy might have checked a different one than we
 * would.
 */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}

// The router refuses paths that can't be decoded.
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
