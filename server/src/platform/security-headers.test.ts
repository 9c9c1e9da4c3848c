import { describe, expect, test } from 'vitest'
import { securityHeaders } from './http/hardening.ts'

const plain = securityHeaders({ https: false })
const secure = securityHeaders({ https: true })

function directivesOf(headers: Record<string, string>): Record<string, string> {
  const parts = (headers['content-security-policy'] ?? '').split('; ')
  return Object.fromEntries(parts.map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))
}

const paths = ['/', '/login', '/assets/main.js', '/docs', '/docs/static/index.css', '/api/v1/users', '/api/users']

test.each(paths)('prevents framing, sniffing, and loading of %s by other sites', (path) => {
  expect(plain(path)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(directivesOf(plain(path))).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
})

describe('pages', () => {
  test.each(['/', '/check-requests/1', '/documents'])(
    'allows only our own scripts and styles at %s and no inline ones',
    (path) => {
      const directives = directivesOf(plain(path))
      expect(directives).toMatchObject({
        'script-src': "'self'",
        'style-src': "'self'",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'object-src': "'none'",
        'require-trusted-types-for': "'script'",
        'trusted-types': 'workers',
      })
      expect(JSON.stringify(directives)).not.toContain('unsafe')
    },
  )

  test('allows inline styles but no inline scripts in the API documentation', () => {
    expect(directivesOf(plain('/docs'))).toMatchObject({ 'script-src': "'self'" })
  })
})

test.each(['/api/v1/check-requests', '/api/check-requests'])('prevents caching of answers at %s', (path) => {
  expect(plain(path)).toMatchObject({ 'cache-control': 'no-store' })
})

test.each(paths)('requires HTTPS at %s only if users reach the server over HTTPS', (path) => {
  expect(plain(path)).not.toHaveProperty('strict-transport-security')
  expect(directivesOf(plain(path))).not.toHaveProperty('upgrade-insecure-requests')
  expect(secure(path)['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})
