import type { FastifyRequest } from 'fastify'

/** True for the addresses of the API, which answer with JSON whoever asks. */
export function isApiAddress(url: string): boolean {
  return /^\/api([/?]|$)/.test(url)
}

/** True where a person opened an address in a browser, and false where a script or a program called it. */
export function opensPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || isApiAddress(url)) return false
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}
