import { tokenEndpoints as tokens } from '@check-requests/domain/access/tokens/endpoints.ts'
import type { Endpoint } from '@check-requests/domain/api/endpoint.ts'
import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { chatFormats, webhookEventNames, webhookFormats } from '@check-requests/domain/notices/webhooks/events.ts'
import { type Act, about, byOwner, groups, roleWords } from './act.ts'
import type { Answer, Life } from './life.ts'

type State = 'active' | 'off'

function webhooks(life: Life, ...states: readonly State[]) {
  return life.db
    .selectFrom('webhooks')
    .selectAll()
    .where('state', 'in', states)
    .where('user_id', 'is', null)
    .orderBy('id', 'desc')
}

/** The URL of a receiver, which at times wants no calls. */
const urlFor = (life: Life) => (life.chance(3) ? life.around.leaver : life.around.receiver).url

const chats = (life: Life, ...states: readonly State[]) =>
  life.db
    .selectFrom('webhooks')
    .select(['id', 'user_id as owner'])
    .where('state', 'in', states)
    .where('user_id', 'is not', null)
    .$narrowType<{ owner: number }>()
    .orderBy('id', 'desc')

/** An act on the caller's own chat. */
const onChat = (row: Endpoint, ...states: readonly State[]) => byOwner((life) => chats(life, ...states), row)

const addChat: Act['take'] = async (life) => {
  const group = await life.one(groups(life).where('personal_chats', '=', 1))
  const players = (await life.players(life.dice.pick(roleWords), group?.id ?? 0)).filter(
    (one) => one.group === group?.id,
  )
  const body = { format: life.dice.pick(chatFormats).name, url: urlFor(life) }
  return group && life.first(players, endpoints.addOwnChat, { body })
}

const resend: Act['take'] = async (life) => {
  const ended = life.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.dealer_group_id'])
    .where('d.outcome', 'is not', null)
    .where('w.state', '=', 'active')
    .where('w.user_id', 'is', null)
    .orderBy('d.id', 'desc')
  const call = await life.one(ended)
  const params = { id: call?.webhook_id ?? 0, delivery: call?.id ?? 0 }
  return call && life.by('admin', call.dealer_group_id, endpoints.resend, { params })
}

/** Remembers the secret of a new token, which is in no other response. */
function keepSecret(life: Life, answer: Answer): Answer {
  if (answer.status !== 201) return answer
  const { token, secret } = JSON.parse(answer.text).data
  life.secrets.set(token.id, secret)
  return answer
}

const addProgram: Act['take'] = async (life) => {
  const group = await life.one(groups(life))
  if (!group) return undefined
  const isDirectory = !life.chance(4)
  const body = {
    kind: 'program' as const,
    dealer_group_id: group.id,
    name: `Program ${life.next()}`,
    scopes: isDirectory ? ['people' as const, 'read' as const] : ['raise' as const, 'read' as const],
    role_id: isDirectory ? (1 as const) : (2 as const),
    dealership_ids: [],
    networks: life.chance(4) ? ['127.0.0.0/8'] : [],
    expires_on: life.inDays(30 + life.dice.below(60)),
    ...(isDirectory && { manages_users: life.dice.pick(['alone', 'with-second-person'] as const) }),
  }
  return keepSecret(life, await life.by('admin', group.id, tokens.create, { body }))
}

const addToken: Act['take'] = async (life) => {
  const group = await life.one(groups(life).where('personal_tokens', '=', 1))
  const players = (await life.players('approver', group?.id ?? 0)).filter((one) => one.group === group?.id)
  const body = {
    kind: 'person' as const,
    name: `Script ${life.next()}`,
    scopes: ['read' as const, 'documents' as const],
    role_id: 3 as const,
    dealership_ids: [],
    networks: [],
    expires_on: life.inDays(30),
  }
  return group && keepSecret(life, await life.first(players, tokens.create, { body }))
}

const activeTokens = (life: Life) =>
  life.db.selectFrom('access_tokens').selectAll().where('state', '=', 'active').orderBy('id', 'desc')

const reads = ['/check-requests', '/dealer-groups', '/users', '/checks', '/status/all'] as const

/** A program or script reads data. */
const readWithToken: Act['take'] = async (life) => {
  const token = await life.one(activeTokens(life))
  const secret = life.secrets.get(token?.id ?? 0)
  if (!token || !secret) return undefined
  const path = life.dice.pick(reads)
  const client = life.world.anyone.with({ authorization: `Bearer ${secret}` })
  return life.attempt(`token ${token.id}: GET ${path}`, () => client.send('GET', `/api/v1${path}`))
}

const webhookActs: readonly Act[] = [
  {
    name: 'add a webhook',
    weight: 4,
    take: about(groups, 'admin', endpoints.create, (life, { id }) => ({
      dealer_group_id: id,
      name: `Webhook ${life.next()}`,
      url: urlFor(life),
      format: life.dice.pick(webhookFormats).name,
      events: life.shuffled(webhookEventNames).slice(0, 1 + life.dice.below(webhookEventNames.length)),
    })),
  },
  { name: 'test a webhook', weight: 2, take: about((life) => webhooks(life, 'active'), 'admin', endpoints.test) },
  {
    name: 'replace a webhook’s secret',
    weight: 1,
    take: about((life) => webhooks(life, 'active'), 'admin', endpoints.rotate),
  },
  { name: 'switch on a webhook', weight: 3, take: about((life) => webhooks(life, 'off'), 'admin', endpoints.resume) },
  { name: 'send a webhook call again', weight: 1, take: resend },
  {
    name: 'remove a webhook',
    weight: 1,
    take: about((life) => webhooks(life, 'active', 'off'), 'admin', endpoints.end),
  },
  { name: 'add a chat', weight: 3, take: addChat },
  { name: 'test a chat', weight: 1, take: onChat(endpoints.testOwnChat, 'active') },
  { name: 'switch on a chat', weight: 2, take: onChat(endpoints.resumeOwnChat, 'off') },
  { name: 'remove a chat', weight: 1, take: onChat(endpoints.removeOwnChat, 'active', 'off') },
]

const tokenActs: readonly Act[] = [
  {
    name: 'change connections',
    weight: 2,
    take: about(groups, 'admin', tokens.saveConnections, (life, { version }) => ({
      version,
      personal_tokens: !life.chance(3),
      personal_chats: !life.chance(3),
    })),
  },
  { name: 'add a program', weight: 3, take: addProgram },
  { name: 'add an access token', weight: 3, take: addToken },
  { name: 'read with a token', weight: 3, take: readWithToken },
  { name: 'end an access token', weight: 1, take: about(activeTokens, 'admin', tokens.end) },
]

export const connectionActs: readonly Act[] = [...webhookActs, ...tokenActs]
