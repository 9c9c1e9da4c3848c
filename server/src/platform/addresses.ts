import type { FastifyRequest } from 'fastify'

/** True for the URLs of the API, which return JSON to any client. */
export function isApiAddress(url: string): boolean {
  return /^\/api([/?]|$)/.test(url)
}

/** True when a person opened a URL in a browser, false when a script or program called it. */
export function opensPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || isApiAddress(url)) return false
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}
