import { expect, test } from 'vitest'
import { addressWith, isSenderVerified, type MailHead, returnedMail, tagOf } from './rules.ts'

const base = 'requests@example.com'
const pass = 'mx.example.com; dkim=pass header.d=lakeside.example; dmarc=pass (p=none) header.from=lakeside.example'

function head(results: readonly string[], from = ['rosa@lakeside.example']): MailHead {
  const headers = results.map((value) => ({ name: 'authentication-results', value }))
  return { headers, from, subject: '', messageId: '' }
}

test('finds the tag of an address, and makes the address of a tag', () => {
  expect(tagOf('Requests+FRD@Example.com', base)).toBe('frd')
  expect(tagOf(base, base)).toBe('')
  expect([tagOf('requests+frd@other.example', base), tagOf('requestsfrd@example.com', base)]).toEqual([
    undefined,
    undefined,
  ])
  expect([addressWith('frd', base), addressWith('', base)]).toEqual(['requests+frd@example.com', base])
})

test.each([
  ['a pass of the receiving server', [pass], true],
  ['a pass below the result of another server', ['relay.example; spf=pass', pass], true],
  ['no result', [], false],
  ['a result of another server only', ['evil.example; dmarc=pass header.from=lakeside.example'], false],
  ['a failure above a forged pass', ['mx.example.com; dmarc=fail', pass], false],
  ['a pass in a comment', ['mx.example.com; dmarc=none (dmarc=pass; dmarc=pass)'], false],
  ['a pass of another domain', ['mx.example.com; dmarc=pass header.from=evil.example'], false],
  ['a server whose name only begins the same', ['mx.example.com.evil.example; dmarc=pass'], false],
] as const)('judges the sender by DMARC: %s', (_, results, isVerified) => {
  expect(isSenderVerified(head(results), 'mx.example.com')).toBe(isVerified)
})

test('trusts only the newest result if it has no fixed name, and no email with two senders', () => {
  const unnamed = 'spf=pass smtp.mailfrom=lakeside.example; dmarc=pass action=none header.from=lakeside.example'
  expect(isSenderVerified(head([unnamed]), '*')).toBe(true)
  expect(isSenderVerified(head(['mx.example.com; spf=pass', unnamed]), '*')).toBe(false)
  expect(isSenderVerified(head([pass], ['rosa@lakeside.example', 'x@evil.example']), 'mx.example.com')).toBe(false)
})

test('reads which email came back, and ignores delays', () => {
  const status = (action: string) =>
    `Reporting-MTA: dns; a\r\n\r\nFinal-Recipient: rfc822; Rosa@Lakeside.example\r\nAction: ${action}\r\nStatus: 5.1.1\r\n`
  const original = 'Subject: x\r\nMessage-ID:\r\n <request.1.12@checks.example.com>\r\n'
  expect(returnedMail(status('failed'), original)).toEqual({
    address: 'rosa@lakeside.example',
    answer: '5.1.1',
    messageId: 'request.1.12@checks.example.com',
  })
  expect([returnedMail(status('delayed'), original), returnedMail(status('failed'), '')]).toEqual([
    undefined,
    undefined,
  ])
})
