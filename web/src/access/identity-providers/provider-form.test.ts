import { describe, expect, test } from 'vitest'
import { schemaFor, typedProvider } from '#access/identity-providers/provider-form.ts'

const typed = {
  ...typedProvider(null, 1),
  name: 'Lakeside ID',
  issuer: 'https://id.lakeside.example',
  client_id: 'check-requests',
  client_secret: 'secret-1',
  domains: 'lakeside.example',
}

describe('identity provider form', () => {
  test('starts blank in the admin’s dealer group', () => {
    expect(typedProvider(null, 1)).toMatchObject({ dealer_group_id: 1, name: '', domains: '', trusts_email: false })
  })

  test.each([
    ['lakeside.example', ['lakeside.example']],
    ['lakeside.example, toyota.example', ['lakeside.example', 'toyota.example']],
    [' lakeside.example;toyota.example\nford.example ', ['ford.example', 'lakeside.example', 'toyota.example']],
  ])('parses the email domains %j as %j', (domains, parts) => {
    expect(schemaFor(null).parse({ ...typed, domains }).domains).toEqual(parts)
  })

  test('requires a domain', () => {
    const issues = schemaFor(null).safeParse({ ...typed, domains: ' ' }).error?.issues ?? []
    expect(issues.map(({ path }) => path[0])).toContain('domains')
  })

  test('requires a secret for a new provider', () => {
    const issues = schemaFor(null).safeParse({ ...typed, client_secret: '' }).error?.issues ?? []
    expect(issues.map(({ path }) => path[0])).toEqual(['client_secret'])
  })

  test('omits settings for new users unless the provider creates users', () => {
    expect(schemaFor(null).parse(typed).new_people).toBeNull()
  })
})
