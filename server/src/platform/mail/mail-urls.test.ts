import { describe, expect, test } from 'vitest'
import { parseInboxUrl, parseSmtpUrl, parseTokenUrl } from './mail-urls.ts'

describe('a mail server URL', () => {
  test('contains the host, the encryption, and the login', () => {
    expect(parseSmtpUrl('smtp://checks%40example.com:a%2Fb%3Fc@mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      tls: 'verified',
      secure: false,
      login: { user: 'checks@example.com', password: 'a/b?c' },
    })
  })

  test.each([
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, tls: 'verified', secure: true }],
    ['smtps://10.0.0.5:2465/?tls=unverified', { host: '10.0.0.5', port: 2465, tls: 'unverified', secure: true }],
    ['smtp://relay:25?tls=off', { host: 'relay', port: 25, tls: 'off', secure: false }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, tls: 'verified', secure: false }],
    ['smtp://u:p@localhost:25?tls=off', { tls: 'off', login: { user: 'u', password: 'p' } }],
  ])('is parsed correctly from “%s”', (text, place) => {
    expect(parseSmtpUrl(text)).toMatchObject(place)
  })

  test.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp:///folder',
    'smtp://mail.example.com/folder',
    'smtp://mail.example.com:99999',
    'smtp://mail.example.com#x',
    'smtp://user@mail.example.com',
    'smtp://:secret@mail.example.com',
    'smtp://user:%zz@mail.example.com',
    'smtp://mail.example.com?tls=no',
    'smtp://mail.example.com?tls=',
    'smtp://mail.example.com?pool=1',
    'smtps://mail.example.com?tls=off',
    'smtp://user:secret@mail.example.com?tls=off',
  ])('is refused as “%s” with a message that doesn’t repeat the URL', (text) => {
    const said = parseSmtpUrl(text)
    expect(said).toEqual(expect.any(String))
    expect(said).not.toContain('secret@')
    expect(String(said).length).toBeGreaterThan(20)
  })
})

describe('a URL for incoming email', () => {
  test('contains the address to listen on, the networks of relays, and the receiving server', () => {
    expect(parseInboxUrl('smtp://10.1.0.2:25?server=MX.example.com&from=10.1.0.5/32')).toEqual({
      kind: 'relay',
      host: '10.1.0.2',
      port: 25,
      from: ['10.1.0.5/32'],
      server: 'mx.example.com',
    })
    expect(parseInboxUrl('smtp://[::1]:2525?server=*')).toMatchObject({ host: '::1', from: ['127.0.0.0/8', '::1/128'] })
  })

  test.each([
    ['smtp://127.0.0.1:2525', 'needs server='],
    ['smtp://0.0.0.0:2525?server=mx.example.com', 'needs from='],
    ['smtp://0.0.0.0:2525?server=mx.example.com&from=everywhere', 'must have a list of networks'],
    ['smtp://user:s3cret@127.0.0.1:2525?server=*', 'must be imaps://user:password@host:993'],
    ['imap://user:s3cret@mail.example.com?server=*', 'must be imaps://user:password@host:993'],
    ['imaps://mail.example.com', 'needs server='],
    ['imaps://mail.example.com?server=*', 'needs the user'],
    ['imaps://user:s3cret@mail.example.com?server=*&tls=off', 'must have a tls value'],
    ['imaps://user:s3cret@mail.example.com?server=*&from=10.0.0.0/8', 'can have only server and tls'],
    ['imaps://user:%zz@mail.example.com?server=*', 'needs a percent-encoded user and password'],
    ['smtp://127.0.0.1:2525?server=*&tls=off', 'can have only server and from'],
  ])('is refused as “%s”', (text, problem) => {
    expect(parseInboxUrl(text)).toContain(problem)
  })

  test('contains the mailbox, with a password or without', () => {
    expect(parseInboxUrl('imaps://requests%40example.com:a%2Fb@mail.example.com?server=mx.example.com')).toEqual({
      kind: 'mailbox',
      host: 'mail.example.com',
      port: 993,
      tls: 'verified',
      user: 'requests@example.com',
      password: 'a/b',
      server: 'mx.example.com',
    })
    expect(parseInboxUrl('imaps://me@[::1]:9993?server=*&tls=unverified')).toMatchObject({
      host: '::1',
      port: 9993,
      tls: 'unverified',
      password: undefined,
    })
  })
})

describe('a URL for access tokens', () => {
  test('contains the endpoint and the fields of a call', () => {
    const scope = 'https://outlook.office365.com/.default'
    expect(parseTokenUrl(`https://app:s%2Fcret@login.example.com/t/token?scope=${scope}`)).toEqual({
      url: 'https://login.example.com/t/token',
      fields: { grant_type: 'client_credentials', client_id: 'app', client_secret: 's/cret', scope },
    })
    expect(parseTokenUrl('https://app:x@login.example.com/token?refresh_token=1%2F2')).toMatchObject({
      fields: { grant_type: 'refresh_token', refresh_token: '1/2' },
    })
  })

  test.each([
    ['login.example.com', 'must be https://client:secret@host'],
    ['https://login.example.com/token', 'must be https://client:secret@host'],
    ['http://app:s3cret@login.example.com/token', 'must begin with https://'],
    ['https://app:%zz@login.example.com/token', 'needs a percent-encoded user and password'],
  ])('is refused as “%s”', (text, problem) => {
    expect(parseTokenUrl(text)).toContain(problem)
  })
})
