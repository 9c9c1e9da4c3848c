import { sessionEndpoints as sessions } from '@check-requests/domain/access/sessions/endpoints.ts'
import { byMailEndpoints as byMail } from '@check-requests/domain/check-requests/by-mail/endpoints.ts'
import { incomingMailEndpoints as incoming } from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { invitationEndpoints as invitations } from '@check-requests/domain/people/invitations/endpoints.ts'
import { ownPassword } from '../../server/src/testing/accounts.ts'
import { pdfOf } from '../../server/src/testing/documents.ts'
import { type Act, about, groups } from './act.ts'
import type { Life } from './life.ts'

const passwordLink = /#(\d+-[\w-]{43})\b/
const decisionLink = /\/decide#(\S+)/
const latestMails = 40

/** A link from one of the latest emails. Half of the time, the newest one. */
function linkIn(life: Life, shape: RegExp): string | undefined {
  const mails = life.around.mails.taken.slice(-latestMails)
  const links = mails.flatMap(({ text }) => shape.exec(text)?.[1] ?? [])
  return life.chance(2) || links.length === 0 ? links.at(-1) : life.dice.pick(links)
}

const openPasswordLink: Act['take'] = async (life) => {
  const link = linkIn(life, passwordLink)
  if (!link) return undefined
  return life.attempt('open a password link', () =>
    life.world.anyone.call(sessions.openPasswordLink, { body: { link } }),
  )
}

const chooseWithLink: Act['take'] = async (life) => {
  const link = linkIn(life, passwordLink)
  if (!link) return undefined
  const body = { link, newPass: ownPassword }
  return life.attempt('choose a password with a link', () => life.world.anyone.call(sessions.choosePassword, { body }))
}

const openDecision: Act['take'] = async (life) => {
  const link = linkIn(life, decisionLink)
  return link === undefined
    ? undefined
    : life.attempt('open a decision link', () => life.world.anyone.call(byMail.open, { body: { link } }))
}

const decide: Act['take'] = async (life) => {
  const link = linkIn(life, decisionLink)
  if (!link) return undefined
  const choice = life.chance(3) ? { status_id: 9 as const, note: 'Which invoice?' } : { status_id: 3 as const }
  const body = { link, ...choice }
  return life.attempt(`decide by a link ${JSON.stringify(choice)}`, () =>
    life.world.anyone.call(byMail.decide, { body }),
  )
}

const invite = about(groups, 'admin', invitations.invite, (life, { id }) => {
  const email = `new-${life.next()}@test.example`
  const name = { first_name: 'Invited', last_name: `Person ${life.next()}` }
  return {
    email,
    username: email,
    ...name,
    role_ids: [life.dice.pick([1, 2, 3, 4])],
    access_level: 1,
    dealer_group_id: id,
  }
})

const invited = (life: Life) =>
  life.db
    .selectFrom('users')
    .selectAll()
    .where('email', 'like', 'new-%')
    .where('deleted_at', 'is', null)
    .where('password_by_admin', '=', 1)
    .where('dealer_group_id', 'is not', null)
    .$narrowType<{ dealer_group_id: number }>()
    .orderBy('id', 'desc')

const addresses = (life: Life) => life.db.selectFrom('mail_addresses').selectAll().orderBy('id', 'desc')
const kept = (life: Life) =>
  life.db.selectFrom('received_mails').selectAll().where('reason', 'is not', null).orderBy('id', 'desc')

const addAddress = about(groups, 'admin', incoming.addAddress, async (life, { id }) => {
  const stores = life.db.selectFrom('dealerships').select('id').where('dealer_group_id', '=', id)
  const store = await life.one(stores.where('deleted_at', 'is', null).orderBy('id', 'desc'))
  const people = (await life.players('requester', id)).filter(({ group }) => group === id)
  return {
    dealer_group_id: id,
    dealership_id: store && life.chance(2) ? store.id : null,
    tag: `t${life.next()}`,
    people_ids: people.slice(0, 1).map((one) => one.id),
  }
})

/** Someone sends an invoice: a user, or a stranger whose email is kept for an admin. */
const send: Act['take'] = async (life) => {
  const address = await life.one(addresses(life))
  const [requester] = await life.players('requester', address?.dealer_group_id ?? 0)
  if (!address || !requester) return undefined
  const from = life.chance(2) ? requester.email : `billing-${life.next()}@vendor.example`
  const content = await pdfOf(`Invoice for brake pads, AMOUNT DUE $${life.next()}.70`)
  const mail = {
    from,
    to: `requests+${address.tag}@checks.example.com`,
    files: [{ filename: 'invoice.pdf', content }],
    // Without the results of a receiving server, the email is kept.
    ...(life.chance(5) && { results: null }),
  }
  return life.attempt(`${from} sends an email to ${address.tag}`, async () => {
    const text = await life.around.deliver(mail).catch(refusalOf)
    return { status: text.startsWith('250') ? 200 : 400, text }
  })
}

/** The response of the server that refused an email. Other errors are faults. */
function refusalOf(error: unknown): string {
  const refusal = error instanceof Error && 'response' in error ? error.response : undefined
  if (typeof refusal !== 'string') throw error
  return refusal
}

export const emailActs: readonly Act[] = [
  { name: 'invite a user', weight: 5, take: invite },
  { name: 'invite a user again', weight: 1, take: about(invited, 'admin', invitations.inviteAgain) },
  { name: 'open a password link', weight: 3, take: openPasswordLink },
  { name: 'choose a password with a link', weight: 4, take: chooseWithLink },
  {
    name: 'allow decisions by email',
    weight: 2,
    take: about(groups, 'admin', organization.updateSecondFactorRules, (life) => ({
      roles: [],
      from: null,
      approve_above: null,
      decide_by_email_to: life.chance(4) ? null : 1_000_000,
      first_page_in_emails: life.chance(2),
    })),
  },
  { name: 'open a decision link', weight: 4, take: openDecision },
  { name: 'decide by a link', weight: 6, take: decide },
  { name: 'add an email address', weight: 3, take: addAddress },
  { name: 'send an email', weight: 4, take: send },
  {
    name: 'give a kept email',
    weight: 4,
    take: about(kept, 'admin', incoming.give, async (life, { dealer_group_id: id }) => {
      const [user] = (await life.players('requester', id)).filter(({ group }) => group === id)
      return { user_id: user?.id ?? 0 }
    }),
  },
  { name: 'discard a kept email', weight: 1, take: about(kept, 'admin', incoming.discard) },
  { name: 'remove an email address', weight: 1, take: about(addresses, 'admin', incoming.removeAddress) },
]
