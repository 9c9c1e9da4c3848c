import { describe, expect, test } from 'vitest'
import { digestMail, type NoticeContent, noticeMail, passwordLinkMail, testMail } from './mail.ts'

const origin = 'https://checks.example.com'
const notice: NoticeContent = {
  event: 'sent-back',
  by: 'Denise Carver',
  text: 'Please attach the invoice',
  request: { id: 127, number: 'NWG-TOY-SVC-000127', payee: 'Harbor Paint Supply', amount: 125_050 },
  account: null,
  isDiscreet: false,
  groupText: null,
}

describe('notification email', () => {
  test('contains the number, payee, and amount in the subject and all details in both parts', () => {
    const { subject, text } = noticeMail(notice, origin)
    expect(subject).toBe('NWG-TOY-SVC-000127 was sent back: Harbor Paint Supply, $1,250.50')
    expect(text).toBe(`NWG-TOY-SVC-000127 was sent back

Payee: Harbor Paint Supply
Amount: $1,250.50
By: Denise Carver
Please attach the invoice

Open Request: https://checks.example.com/check-requests/127

-- 
This email can’t decide anything by itself. The button only opens the page, where you log in.
Change notification settings: https://checks.example.com/my-settings
`)
  })

  test('contains only the number and event for a dealer group that hides details', () => {
    const mail = noticeMail({ ...notice, isDiscreet: true }, origin)
    expect(mail.subject).toBe('NWG-TOY-SVC-000127 was sent back')
    for (const part of [mail.text, mail.html])
      for (const secret of ['Harbor', '1,250', 'Carver', 'invoice']) expect(part).not.toContain(secret)
    const summary = digestMail([{ ...notice, isDiscreet: true }], origin)
    for (const secret of ['Harbor', '1,250', 'Carver', 'invoice']) expect(summary.html).not.toContain(secret)
  })

  test('names the account and links to the dashboard', () => {
    const account = { ...notice, event: 'confirmation', request: null, account: 'Alma Reyes', text: null } as const
    const mail = noticeMail(account, origin)
    expect(mail.subject).toBe('Alma Reyes’s account has a change that needs a second person')
    expect(mail.text).toContain(`Open Dashboard: ${origin}/dashboard`)
  })

  test('names a failed background job and links to the background jobs', () => {
    const failed = {
      ...notice,
      event: 'backup-failed',
      by: null,
      request: null,
      text: 'There is no folder /b.',
    } as const
    const { subject, text } = noticeMail(failed, origin)
    expect(subject).toBe('The installation couldn’t create a backup')
    expect(text).toContain(`There is no folder /b.\n\nOpen Background Work: ${origin}/admin-jobs`)
  })

  test.each(['payee', 'by', 'text', 'number'] as const)('escapes the %s and marks invisible characters', (what) => {
    const typed = `<b onclick="x('y')">&\u202e`
    const request = { id: 127, number: 'N', payee: 'P', amount: 1, ...notice.request }
    const changed: NoticeContent =
      what === 'payee' || what === 'number'
        ? { ...notice, request: { ...request, [what]: typed } }
        : { ...notice, [what]: typed }
    for (const { html, subject, text } of [noticeMail(changed, origin), digestMail([changed], origin)]) {
      expect(html).toContain('&lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;&amp;')
      expect(html).not.toContain('<b ')
      expect(`${html}${subject}${text}`).not.toContain('\u202e')
    }
  })

  test('ends once with the dealer group’s escaped footer', () => {
    const groupText = 'Call <Ada> in the office.\nExtension 12.'
    const text =
      'Open Request: https://checks.example.com/check-requests/127\n\nCall <Ada> in the office.\nExtension 12.\n\n-- \n'
    const one = { ...notice, groupText }
    expect(noticeMail(one, origin).text).toContain(text)
    const mails = [
      noticeMail({ ...one, isDiscreet: true }, origin),
      digestMail([one, one], origin),
      passwordLinkMail(
        { email: 'a@b.example', link: `${origin}/choose-password#x`, groupText, isInvitation: true },
        origin,
      ),
      testMail([{ name: 'Lakeside', text: groupText }], origin),
    ]
    for (const mail of mails) {
      expect(mail.html.split('Call &lt;Ada&gt; in the office.\nExtension 12.</p>')).toHaveLength(2)
      expect(mail.text.split('Call <Ada> in the office.\nExtension 12.\n\n-- \n')).toHaveLength(2)
    }
    expect(mails[3]?.text).toContain('Emails from Lakeside end with:\nCall')
    const several = digestMail([one, { ...one, groupText: 'Call Bob.' }, { ...one, groupText: null }], origin)
    expect(several.html.match(/class="office"/g)).toHaveLength(2)
  })

  test('links only to pages of this installation and loads no content', () => {
    for (const { html } of [noticeMail(notice, origin), digestMail([notice, notice], origin), testMail([], origin)]) {
      expect(html).not.toMatch(/src=|url\(|@import|<script|<form|<img|<link/)
      for (const [, target] of html.matchAll(/href="([^"]*)"/g)) expect(target?.startsWith(`${origin}/`)).toBe(true)
    }
  })
})

describe('emails that don’t concern a request', () => {
  const about = { ...notice, request: null, account: null, by: null, text: 'Controller' }

  test('reports a title in the policy that no one holds, and links to it', () => {
    const mail = noticeMail({ ...about, event: 'title-unheld' }, origin)
    expect(mail.subject).toBe('The approval policy names a title that no one holds anymore')
    expect(mail.text).toContain(`Controller\n\nOpen Approval Policy: ${origin}/admin-approvals`)
  })

  test('reports an account that hasn’t been reconciled and links to the screen', () => {
    const text = 'Operating hasn’t been reconciled with its bank since Nov 1, 2026.'
    const mail = noticeMail({ ...about, event: 'clearing-overdue', by: 'System', text }, origin)
    expect(mail.subject).toBe('The check register hasn’t been compared with the bank for 30 days')
    expect(mail.text).toContain(`${text}\n\nOpen Clearing: ${origin}/clearing`)
    expect(mail.text).not.toContain('System')
    const stop = noticeMail({ ...about, event: 'stop-lapses' }, origin)
    expect(stop.text).toContain(`Open Check Register: ${origin}/checks`)
  })

  test('names the absent approver or the delegate', () => {
    const deputy = noticeMail({ ...about, event: 'stands-in', account: 'Denise Carver' }, origin)
    expect(deputy.subject).toBe('Denise Carver is away, and you can approve for them')
    expect(deputy.text).toContain(`Open My Settings: ${origin}/my-settings`)
    const absent = noticeMail({ ...about, event: 'stood-in-for', account: 'Victor Hale' }, origin)
    expect(absent.subject).toBe('Victor Hale approves for you')
  })
})
