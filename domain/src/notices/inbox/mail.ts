import { linkWorksForHours } from '../../check-requests/by-mail/fields.ts'
import { markHidden } from '../../values/hidden-characters.ts'
import { type Cents, centsToDollars, formatDollars } from '../../values/money.ts'
import { type MailPart, mailPart } from './mail-layout.ts'
import { type AnyTopic, type NoticeEvent, noticeInWords, topicOf } from './notices.ts'

/** An event to be reported by email. */
export interface NoticeContent {
  readonly event: NoticeEvent
  /** The user who caused the event, or the requester of the pending request. */
  readonly by: string | null
  /** A note, a reason, or the beginning of a comment. */
  readonly text: string | null
  readonly request: {
    readonly id: number
    readonly number: string
    readonly payee: string
    readonly amount: Cents
  } | null
  /** The account that the event is about. */
  readonly account: string | null
  /** The token after the `#` of the link that reverts the change, if the email has such a link. */
  readonly takeBack?: string | undefined
  /** Set if the reader is asked to approve the request. */
  readonly approval?: ApprovalContent | undefined
  /** The dealer group keeps amounts and payees out of emails, so only the number appears. */
  readonly isDiscreet: boolean
  /** True if a reply becomes a comment on the request. */
  readonly takesReplies?: boolean
  /** The footer set by the dealer group's admins. */
  readonly groupText: string | null
}

/** What an approver needs to know, and the token after the `#` of the link that is enough to decide, if there is one. */
interface ApprovalContent {
  readonly location: string
  readonly purpose: string
  /** The findings that speak against the request. */
  readonly against: readonly string[]
  readonly link: string | undefined
  /** The name of the document whose first page the email shows. */
  readonly shows: string | undefined
}

/** The content id of the picture of a document's first page. */
export const firstPageId = 'first-page'

const choose = 'Change notification settings'
const takeBackNotPassedOn =
  'This email changes nothing by itself. The button opens a page that asks you to confirm. Anyone with this email can use the button, so don’t forward it.'
const decidesOnItsPage = `Opening the link doesn’t decide anything. To decide, use the buttons on the page. For ${linkWorksForHours} hours, anyone with this email can use them in your name, so don’t forward it.`
const replied = 'A reply is added to the request as your comment.'
const nothingDecided = 'This email can’t decide anything by itself. The button only opens the page, where you log in.'

/**
 * The email about one event. `origin`: the URL of the installation, such as `https://checks.example.com`. Links only to
 * the request and to the reader's settings.
 */
export function noticeMail(notice: NoticeContent, origin: string): MailPart {
  const headline = headlineOf(notice)
  return mailPart({
    subject: subjectOf(notice),
    headline,
    items: [{ facts: factsOf(notice), text: notice.isDiscreet ? null : notice.text, picture: pictureOf(notice) }],
    button: { label: buttonFor(notice), address: addressOf(notice, origin) },
    groupTexts: notice.groupText ? [notice.groupText] : [],
    footer: {
      text: footerOf(notice),
      link: { label: choose, address: `${origin}/my-settings` },
    },
  })
}

function subjectOf(notice: NoticeContent): string {
  const money = moneyIn(notice)
  return money ? `${headlineOf(notice)}: ${money.payee}, ${money.amount}` : headlineOf(notice)
}

/**
 * A notice as a chat message and the page that it links to. Notes and comments are left out, because chats would keep
 * them.
 */
export function chatNotice(notice: NoticeContent): { said: string; by: string | null; page: string } {
  const page = addressOf({ ...notice, takeBack: undefined, approval: undefined }, '')
  return { said: subjectOf(notice), by: notice.isDiscreet ? null : notice.by, page }
}

function pictureOf({ approval, isDiscreet }: NoticeContent) {
  if (isDiscreet || approval?.shows === undefined) return undefined
  return { cid: firstPageId, words: `First page of ${markHidden(approval.shows)}` }
}

function footerOf({ takeBack, approval, takesReplies }: NoticeContent): string {
  if (takeBack) return takeBackNotPassedOn
  const footer = approval?.link ? decidesOnItsPage : nothingDecided
  return takesReplies ? `${footer} ${replied}` : footer
}

/** The daily summary email of a user. */
export function digestMail(notice: readonly NoticeContent[], origin: string): MailPart {
  const headline =
    notice.length === 1 ? '1 notice since your last summary' : `${notice.length} notices since your last summary`
  return mailPart({
    subject: `Check requests: ${headline}`,
    headline,
    items: notice.map((one) => ({
      title: { label: headlineOf(one), address: addressOf(one, origin) },
      facts: factsOf(one),
      text: one.isDiscreet ? null : one.text,
    })),
    button: { label: 'Open Inbox', address: `${origin}/inbox` },
    groupTexts: [...new Set(notice.flatMap(({ groupText }) => groupText ?? []))],
    footer: { text: nothingDecided, link: { label: choose, address: `${origin}/my-settings` } },
  })
}

interface PasswordLink {
  readonly email: string
  /** The URL of the page for choosing a password. The link works once. */
  readonly link: string
  readonly groupText: string | null
  /** True for a new user without a password, whose link is valid for a week. */
  readonly isInvitation: boolean
}

/** The email with the link for choosing a password. */
export function passwordLinkMail({ email, link, groupText, isInvitation }: PasswordLink, origin: string): MailPart {
  const text = isInvitation
    ? `An admin added an account for ${email}. Use this link to choose your password. The link works once, within 7 days.`
    : `An admin set a password for ${email}. Use this link to choose your own. The link works once, within 24 hours.`
  return mailPart({
    subject: isInvitation ? 'Check requests: your invitation' : 'Check requests: choose your password',
    headline: isInvitation ? 'You’re invited to Check Requests' : 'Choose your own password',
    items: [{ facts: [], text }],
    button: { label: 'Choose a Password', address: link },
    groupTexts: groupText ? [groupText] : [],
    footer: {
      text: 'Anyone with this email can use the link, so don’t forward it. If you didn’t expect it, tell an admin.',
      link: { label: 'Log in', address: `${origin}/login` },
    },
  })
}

/** The test email for a super admin, with the footers of each dealer group. */
export function testMail(groups: readonly { name: string; text: string }[], origin: string): MailPart {
  return mailPart({
    subject: 'Check requests: test email',
    headline: 'Email works',
    items: [{ facts: [], text: 'A super admin requested this test email in the installation’s settings.' }],
    button: { label: 'Open Settings', address: `${origin}/settings` },
    groupTexts: groups.map(({ name, text }) => `Emails from ${name} end with:\n${text}`),
    footer: { text: 'No one else received this email.', link: { label: choose, address: `${origin}/my-settings` } },
  })
}

function headlineOf({ event, request, account }: NoticeContent): string {
  const who = account ?? 'A user'
  const ofAccount = event.startsWith('control') ? who : `${who}’s account`
  const subject = request?.number ?? subjects[topicOf(event)]?.(account) ?? ofAccount
  return markHidden(`${subject} ${noticeInWords(event)}`)
}

/** The subject of a notice that concerns neither a request nor an account with a pending change. */
const subjects: Partial<Record<AnyTopic, (account: string | null) => string>> = {
  reminder: () => 'The check register',
  'bank-exception': () => 'The bank',
  security: () => 'Your account',
  shortage: () => 'The approval policy',
  'standing-in': (account) => account ?? 'A user',
  installation: () => 'The installation',
  'incoming-mail': () => 'An email',
  recurring: (account) => `${account ?? 'A user'}’s recurring request`,
}

interface Page {
  readonly label: string
  readonly path: string
}

const pagesOfEvents: Partial<Record<NoticeEvent, Page>> = {
  'bank-exception': { label: 'Open Clearing', path: '/clearing' },
  'bank-file-refused': { label: 'Open Positive Pay', path: '/positive-pay' },
  'clearing-overdue': { label: 'Open Clearing', path: '/clearing' },
  'email-kept': { label: 'Open Settings', path: '/settings' },
  'control-asked': { label: 'Open Settings', path: '/settings' },
  'control-loosened': { label: 'Open Settings', path: '/settings' },
  'control-left': { label: 'Open Settings', path: '/settings' },
  'changed-by-directory': { label: 'Open Users', path: '/admin-users' },
}

const pages: Partial<Record<AnyTopic, Page>> = {
  reminder: { label: 'Open Check Register', path: '/checks' },
  shortage: { label: 'Open Approval Policy', path: '/admin-approvals' },
  'standing-in': { label: 'Open My Settings', path: '/my-settings' },
  installation: { label: 'Open Background Work', path: '/admin-jobs' },
  'incoming-mail': { label: 'Open Drafts', path: '/check-request-new' },
  recurring: { label: 'Open Recurring Requests', path: '/recurring-requests' },
  security: { label: 'Open My Settings', path: '/my-settings' },
}

function pageOf(event: NoticeEvent): Page {
  const dashboard = { label: 'Open Dashboard', path: '/dashboard' }
  return pagesOfEvents[event] ?? pages[topicOf(event)] ?? dashboard
}

function buttonFor({ event, request, takeBack, approval }: NoticeContent): string {
  if (takeBack) return 'Undo the Change'
  if (approval?.link) return 'Review and Decide'
  return request ? 'Open Request' : pageOf(event).label
}

function addressOf({ event, request, takeBack, approval }: NoticeContent, origin: string): string {
  if (takeBack) return `${origin}/take-back#${takeBack}`
  if (approval?.link) return `${origin}/decide#${approval.link}`
  return `${origin}${request ? `/check-requests/${request.id}` : pageOf(event).path}`
}

function moneyIn({ request, isDiscreet }: NoticeContent): { payee: string; amount: string } | undefined {
  if (!request || isDiscreet) return undefined
  return { payee: markHidden(request.payee), amount: formatDollars(centsToDollars(request.amount)) }
}

function factsOf(notice: NoticeContent): [string, string][] {
  const money = moneyIn(notice)
  const facts: [string, string][] = money
    ? [
        ['Payee', money.payee],
        ['Amount', money.amount],
      ]
    : []
  const waits = ['waiting', 'reminder'].includes(topicOf(notice.event))
  // Events caused only by the passing of time have no user.
  if (notice.by && !notice.isDiscreet && (notice.request || !waits))
    facts.push([waits ? 'Raised By' : 'By', markHidden(notice.by)])
  const { approval, isDiscreet } = notice
  if (approval && !isDiscreet) {
    facts.push(['Location', markHidden(approval.location)], ['Purpose', markHidden(approval.purpose)])
    if (approval.against.length > 0) facts.push(['Before You Decide', markHidden(approval.against.join(' '))])
  }
  return facts
}

/**
 * The message id of an email about an event. It is the same on every attempt, so that email programs show the message
 * only once.
 */
export function messageIdOf(key: string, origin: string): string {
  return `${key.replace(/[^A-Za-z0-9]+/g, '.')}@${URL.parse(origin)?.hostname ?? 'localhost'}`
}

/** The headers of an automatic email: they prevent automatic replies, and link to the notification settings. */
export function automatic(origin: string): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Unsubscribe': `<${origin}/my-settings>`,
  }
}
