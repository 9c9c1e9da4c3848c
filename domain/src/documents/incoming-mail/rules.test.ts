import { expect, test } from 'vitest'
import {
  addMailAddressBody,
  addressWith,
  isForReplies,
  isSenderVerified,
  type MailHead,
  replyAddress,
  returnedMail,
  tagOf,
  textOfReply,
} from './rules.ts'

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

test('has an address for replies, which no dealership can take', () => {
  expect(replyAddress(base)).toBe('requests+reply@example.com')
  expect([isForReplies('Requests+Reply@example.com', base), isForReplies(base, base)]).toEqual([true, false])
  const add = (tag: string) => addMailAddressBody.safeParse({ dealership_id: null, tag, people_ids: [] }).success
  expect([add('frd'), add('reply')]).toEqual([true, false])
})

test.each([
  [
    'Gmail',
    'Use the May quote.\n\nOn Mon, Nov 30, 2026 at 9:12 AM Checks <checks@example.com> wrote:\n\n> NWG-12\n> x\n',
  ],
  ['a wrapped attribution', 'Use the May quote.\r\n\r\nOn Monday, November 30, 2026,\r\nChecks wrote:\r\n\r\nNWG-12'],
  [
    'Outlook',
    'Use the May quote.\n\nFrom: Checks <checks@example.com>\nSent: Monday\nTo: Rosa\nSubject: NWG-12\n\nNWG-12',
  ],
  ['older Outlook', 'Use the May quote.\n-----Original Message-----\nFrom: Checks'],
  ['Outlook on the web', 'Use the May quote.\n________________________________\nFrom: Checks'],
  ['a phone', 'Use the May quote.\n\nSent from my iPhone\n\n> On Nov 30, 2026, Checks wrote:\n> NWG-12'],
  ['a signature', 'Use the May quote.\n-- \nRosa'],
  ['an answer below', '> Which quote?\nUse the May quote.'],
  ['a program in German', 'Use the May quote.\n\nAm 30.11.2026 um 09:12 schrieb Checks:\n> NWG-12'],
])('finds what a user wrote in a reply from %s', (_, text) => {
  expect(textOfReply(text)).toBe('Use the May quote.')
})

test('keeps sentences that only begin like a quoted email', () => {
  const text = 'On it.\nFrom: my side this is fine.\nOn Friday we pay:\nthe rest.'
  expect(textOfReply(text)).toBe(text)
  expect(textOfReply('> only quoted')).toBe('')
})
