import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { unmetRequirement } from '@check-requests/domain/access/second-factor/rules.ts'
import {
  type DecideByLinkInput,
  linkUses,
  linkWorksForHours,
} from '@check-requests/domain/check-requests/by-mail/fields.ts'
import { duplicatesQuery } from '@check-requests/domain/check-requests/fields.ts'
import { against } from '@check-requests/domain/check-requests/findings/findings.ts'
import { choices, decideTransition, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { type Caller, findActing } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { isSameCode, sha256 } from '../../../platform/crypto/hashes.ts'
import { Failure } from '../../../platform/errors.ts'
import { RateLimit } from '../../../platform/http/concurrency-limits.ts'
import { networkOf } from '../../../platform/http/networks.ts'
import type { Services } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { changeStatus } from '../../commands/change-status.ts'
import { findDuplicates } from '../../commands/duplicates.ts'
import { type FoundRequest, findVisible, stateOf } from '../../queries/detail/find.ts'
import {
  accessStamp,
  type DecisionLink,
  findLink,
  findMailLimits,
  insertLink,
  useLinkUp,
} from '../queries/decision-links.ts'
import { type KeptSimilar, payeeOf, showRequest } from './show-request.ts'

const hour = 3_600_000
const approver = roleNamed('approver').id
const randomBytes = 16
const shape = /^([\w-]{22})([\w-]{43})$/

type Link = NonNullable<DecisionLink>

/** A link that works, with the user who may use it. */
interface Opened {
  readonly link: Link
  readonly caller: Caller
}

/** The request, as one version of it waits for a user. */
interface Waiting {
  readonly userId: number
  readonly requestId: number
  readonly version: number
}

/**
 * What an email tells an approver: what speaks against the request, and the link that is enough to decide, if the
 * dealer group allows that for the amount. Undefined if the user can't see the request as an approver.
 */
export async function adviseApprover(
  services: Services,
  waiting: Waiting,
  kept: KeptSimilar,
): Promise<{ readonly against: readonly string[]; readonly link: string | undefined } | undefined> {
  const { database, clock } = services
  const caller = await findActing(database.read, waiting.userId, { sessionId: 'mail', roleId: approver }, clock())
  const found = caller && (await showRequest(database.read, caller, waiting.requestId, { kept, now: clock() }))
  if (!found) return undefined
  const limits = await findMailLimits(database.read, waiting.requestId)
  const isEnough = limits !== undefined && limits.most !== null && limits.drawn <= limits.most
  const link = isEnough ? await makeLink(services, found.row.dealer_group_id, waiting) : undefined
  return { against: against(found.shown.findings ?? []).map(({ text }) => text), link }
}

/**
 * Creates the link for the email to one user about one version of a request. The link's code is made with the trail
 * key, and only a hash of the link is stored, so neither a copy of the database nor write access to it yields a link.
 */
async function makeLink(services: Services, dealerGroupId: number, waiting: Waiting): Promise<string | undefined> {
  const { database, random, clock } = services
  const stamp = await accessStamp(database.read, waiting.userId)
  if (stamp === undefined) return undefined
  const nonce = random(randomBytes).toString('base64url')
  const values = {
    dealer_group_id: dealerGroupId,
    user_id: waiting.userId,
    check_request_id: waiting.requestId,
    request_version: waiting.version,
    expires_at: moment(clock() + linkWorksForHours * hour),
  }
  const link = `${nonce}${codeOf(services, nonce, values, stamp)}`
  await database.transact((trx) => insertLink(trx, { ...values, link_hash: sha256(link) }))
  return link
}

function codeOf(
  { database: { keyring } }: Pick<Services, 'database'>,
  nonce: string,
  link: Pick<Link, 'dealer_group_id' | 'user_id' | 'check_request_id' | 'request_version' | 'expires_at'>,
  stamp: string,
): string {
  const { dealer_group_id, user_id, check_request_id, request_version, expires_at } = link
  const about = [nonce, dealer_group_id, user_id, check_request_id, request_version, expires_at, stamp]
  return keyring.codeOf(`decision link\n${about.join('\n')}`)
}

/** Counts the uses of links in this process, by network and by link. */
export class LinkUses {
  readonly #networks = new RateLimit(linkUses.ofNetwork)
  readonly #links = new RateLimit(linkUses.ofLink)

  take({ clock }: Services, address: string, link: string): void {
    this.#networks.take(networkOf(address), clock(), tooMany)
    this.#links.take(sha256(link), clock(), tooMany)
  }
}

const tooMany = 'Links from emails were used too often. Try again in a minute.'

/** The failure for every link that doesn't work, whatever the reason. */
function gone(): Failure {
  return new Failure('NOT_FOUND', 'This link no longer works. Log in to see what’s waiting for you.')
}

/** The link, if it works. `signedIn`: the user of the browser's session, who can't use another user's link. */
async function openLink(services: Services, db: Db, text: string, signedIn: number | undefined): Promise<Opened> {
  const now = services.clock()
  const [, nonce = '', code = ''] = shape.exec(text) ?? []
  const link = code && (await findLink(db, sha256(text), moment(now)))
  const stamp = link && (await accessStamp(db, link.user_id))
  if (!link || !stamp || !isSameCode(codeOf(services, nonce, link, stamp), code)) throw gone()
  const acting = { sessionId: `mail-${link.id}`, roleId: approver }
  const caller = await findActing(db, link.user_id, acting, now)
  if (!caller) throw gone()
  if (signedIn !== undefined && signedIn !== link.user_id)
    throw new Failure(
      'CONFLICT',
      `This link is for ${caller.name}, but you’re logged in as someone else. Log out to open it.`,
    )
  return { link, caller: { ...caller, name: `${caller.name} (by email)` } }
}

/** The request of a link, while it has the version that the email was about. */
async function findLinked(db: Db, { link, caller }: Opened): Promise<FoundRequest> {
  const request = await findVisible(db, caller, link.check_request_id)
  if (!request || request.version !== link.request_version) throw gone()
  return request
}

/** Why the user has to log in to decide on this request; undefined if the link is enough. */
async function refusalByLink(services: Services, db: Db, opened: Opened, request: FoundRequest) {
  const { caller } = opened
  const limits = await findMailLimits(db, request.id)
  if (!limits || limits.most === null) return 'Your dealer group doesn’t allow decisions by email. Log in to decide.'
  const most = formatDollars(centsToDollars(limits.most))
  if (limits.drawn > limits.most) return `Requests above ${most} can’t be decided by email. Log in to decide.`
  if (limits.proofAbove !== null && limits.drawn > limits.proofAbove)
    return 'This amount requires a recent sign-in. Log in to decide.'
  if (caller.passwordByAdmin || unmetRequirement(caller)?.isDue)
    return 'Your account isn’t set up completely. Log in to decide.'
  const payee = await payeeOf(db, request)
  if (payee?.payee.state !== 'verified' || payee.payee.is_changed) return 'The payee isn’t verified. Log in to decide.'
  const { requests, hidden } = await findDuplicates(
    db,
    caller,
    duplicatesQuery.parse({ of: request.id }),
    services.clock(),
  )
  if (requests.length + hidden > 0) return 'There’s a possible duplicate. Log in to decide.'
  return undefined
}

/** What the page of a link shows. Changes nothing, however often mail scanners open it. */
export async function showLinked(
  services: Services,
  text: string,
  { signedIn, kept }: { readonly signedIn: number | undefined; readonly kept: KeptSimilar },
) {
  const { read } = services.database
  const opened = await openLink(services, read, text, signedIn)
  return inGroup(services, opened, async () => {
    const { caller } = opened
    const request = await findLinked(read, opened)
    const limits = await findMailLimits(read, request.id)
    const isAllowed = limits !== undefined && limits.most !== null
    const shown = isAllowed ? await showRequest(read, caller, request.id, { kept, now: services.clock() }) : undefined
    return {
      request_id: request.id,
      request_number: request.request_number,
      person: { id: caller.userId, name: `${caller.firstName} ${caller.lastName}`, email: caller.email },
      refusal: (await refusalByLink(services, read, opened, request)) ?? null,
      request: shown?.shown ?? null,
      choices: isAllowed ? decisionsOn(caller, request) : [],
    }
  })
}

function decisionsOn({ userId, role, isAuditor: audits }: Caller, request: FoundRequest) {
  return choices({ userId, role, audits }, stateOf(request))
    .filter(({ row }) => row.decides)
    .map(({ to, refusal }) => ({ status_id: to.id, refusal: refusal?.sentence ?? null }))
}

/** The user and request of a link that shows its request without a login, for reading the request's documents. */
export async function requireShown(services: Services, text: string, signedIn: number | undefined) {
  const { read } = services.database
  const opened = await openLink(services, read, text, signedIn)
  return inGroup(services, opened, async () => {
    const request = await findLinked(read, opened)
    if ((await findMailLimits(read, request.id))?.most === null)
      throw new Failure('FORBIDDEN', 'Your dealer group doesn’t allow decisions by email. Log in to open documents.')
    return { caller: opened.caller, request }
  })
}

/**
 * Decides on a request by the link of an email, by the same command as in a session, and uses the link up in the same
 * transaction.
 */
export async function decideByLink(
  services: Services,
  { link: text, ...input }: DecideByLinkInput,
  signedIn: number | undefined,
): Promise<HistoryEntry> {
  const opened = await openLink(services, services.database.read, text, signedIn)
  return inGroup(services, opened, async () => {
    const { link, caller } = opened
    await findLinked(services.database.read, opened)
    const body = { ...input, version: link.request_version, check_number: null, received_by: null }
    return changeStatus(services, { caller, repeatable: undefined }, link.check_request_id, body, async (unit) => {
      const again = await openLink(services, unit.trx, text, signedIn)
      const request = await findLinked(unit.trx, again)
      const refusal = await refusalByLink(services, unit.trx, again, request)
      if (refusal !== undefined) throw new Failure('FORBIDDEN', refusal)
      const { role, userId, isAuditor: audits } = again.caller
      const target = statusOf(input.status_id).name
      if (!decideTransition({ role, userId, audits }, stateOf(request), target).row?.decides)
        throw new Failure('FORBIDDEN', 'Only decisions can be made by email. Log in for everything else.')
      if (!(await useLinkUp(unit.trx, link.id, moment(unit.now)))) throw gone()
    })
  })
}

// Calls without a session aren't limited to a dealer group until the link says whose it is.
function inGroup<Result>({ database }: Services, { caller }: Opened, work: () => Promise<Result>): Promise<Result> {
  return database.forTenant(caller.scope.dealerGroupId, work)
}
