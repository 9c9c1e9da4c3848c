import { isApiAddress } from './addresses.ts'

const self = "'self'"
const none = "'none'"

/** Headers of every response. */
const common = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Additional headers of pages: a page shares its process and window name with no other site. */
const ofPages = {
  ...common,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
}

/** Nothing else may load, run or frame; markup is never made from text. */
const policyOfPages = {
  'default-src': none,
  'script-src': self,
  'style-src': self,
  'img-src': `${self} data:`,
  'font-src': self,
  'connect-src': self,
  'manifest-src': self,
  'base-uri': none,
  'form-action': none,
  'frame-ancestors': none,
  'object-src': none,
  'require-trusted-types-for': "'script'",
  // The one that the browser part makes for the addresses of its workers; nobody can make another.
  'trusted-types': 'workers',
}

// The API documentation is a separate page that generates its own styles and markup; nobody is signed in there.
const { 'require-trusted-types-for': _, 'trusted-types': __, ...withoutTrustedTypes } = policyOfPages
const policyOfDocs = { ...withoutTrustedTypes, 'style-src': `${self} 'unsafe-inline'` }

const policyOfApi = { 'default-src': none, 'frame-ancestors': none }

const year = 31_536_000

/**
 * The security headers of a response, by its path. They never change and so are built once: computing them for each
 * response cost as much as the rest of the framework. `https`: people reach this server over HTTPS.
 */
export function securityHeaders({ https }: { https: boolean }): (path: string) => Record<string, string> {
  const transport = https ? { 'strict-transport-security': `max-age=${year}; includeSubDomains` } : {}
  const upgrade = https ? { 'upgrade-insecure-requests': '' } : {}
  const api = { ...common, ...transport, ...policy(policyOfApi), 'cache-control': 'no-store' }
  const docs = { ...ofPages, ...transport, ...policy(policyOfDocs) }
  const pages = { ...ofPages, ...transport, ...policy({ ...policyOfPages, ...upgrade }) }
  return (path) => {
    if (isApiAddress(path)) return api
    return /^\/docs(\/|$)/.test(path) ? docs : pages
  }
}

function policy(directives: Record<string, string>): { 'content-security-policy': string } {
  const parts = Object.entries(directives).map(([name, sources]) => `${name} ${sources}`.trim())
  return { 'content-security-policy': parts.join('; ') }
}
