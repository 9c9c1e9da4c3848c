import { sessionEndpoints as sessions } from '@check-requests/domain/access/sessions/endpoints.ts'
import { confirmationEndpoints as confirmations } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { userEndpoints as endpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { importEndpoints as imports } from '../../domain/src/operation/imports/endpoints.ts'
import { peopleImportSample } from '../../domain/src/operation/imports/fields.ts'
import { chosenPassword, logInAs, replacePassword } from '../../server/src/testing/accounts.ts'
import type { Client } from '../../server/src/testing/client.ts'
import { addApp, addPasskey } from '../../server/src/testing/second-factors.ts'
import { type Act, about, groups, roleWords } from './act.ts'
import { type Answer, type Life, passwordOf } from './life.ts'

const [firstLine = ''] = peopleImportSample.split('\n')

function users(life: Life) {
  return life.db
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('email', 'not like', 'admin-%')
    .orderBy('id', 'desc')
}

/** The users added by admins in this history. */
const added = (life: Life) => users(life).where('email', 'like', 'new-%')

const add: Act['take'] = async (life) => {
  const group = await life.one(groups(life))
  const store = await life.one(
    life.db
      .selectFrom('dealerships')
      .selectAll()
      .where('dealer_group_id', '=', group?.id ?? 0)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc'),
  )
  const email = `new-${life.next()}@test.example`
  const isOfStore = store !== undefined && life.chance(3)
  const body = {
    email,
    username: email,
    first_name: 'New',
    last_name: `Person ${life.next()}`,
    password: chosenPassword,
    role_ids: [life.dice.pick([1, 2, 3, 3, 3, 4])],
    access_level: isOfStore ? 2 : 1,
    dealer_group_id: group?.id ?? 0,
    ...(isOfStore && { dealership_ids: [store.id] }),
  }
  return group && life.by('admin', group.id, endpoints.create, { body })
}

/** An action of admins on a user named in the body. */
function toUser(
  found: typeof users,
  row: typeof endpoints.update | typeof endpoints.remove,
  body: (life: Life, user: Awaited<ReturnType<ReturnType<typeof users>['execute']>>[number]) => object = () => ({}),
): Act['take'] {
  return async (life) => {
    const user = await life.one(found(life))
    const parts = { body: { id: user?.id ?? 0, ...(user && body(life, user)) } }
    const answer = user && (await life.by('admin', user.dealer_group_id, row, parts))
    life.forgetSessions()
    return answer
  }
}

/** The user replaces the password chosen by an admin. */
async function choosePassword(life: Life): Promise<Answer | undefined> {
  const user = await life.one(added(life).where('password_by_admin', '=', 1).where('active', '=', 1))
  if (!user) return undefined
  return replacePassword(life.world.anyone, user.email).then(
    () => ({ status: 200, text: '' }),
    (error: Error) => ({ status: 400, text: error.message }),
  )
}

/** Logs in with a browser, which the server remembers as a device of the user. */
async function signInWithBrowser(life: Life): Promise<Answer | undefined> {
  const [player] = await life.players(life.dice.pick(roleWords), null)
  const browser = life.world.anyone.with({ host: life.host, 'sec-fetch-site': 'same-origin' })
  return player && browser.call(sessions.login, { body: { email: player.email, password: passwordOf(player.email) } })
}

/** Logs in with a wrong password. A refusal counts as accepted. */
async function mistype(life: Life): Promise<Answer | undefined> {
  const [player] = await life.players(life.dice.pick(roleWords), null)
  const body = { email: player?.email ?? '', password: 'a wrong password' }
  const answer = player && (await life.world.anyone.call(sessions.login, { body }))
  return answer && { status: answer.status === 401 ? 200 : answer.status, text: answer.text }
}

const waiting = (life: Life) =>
  life.db
    .selectFrom('account_confirmations as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'c.version', 'u.dealer_group_id'])
    .where('c.in_effect', '=', 0)
    .where('c.stopped_at', 'is', null)
    .where('u.dealer_group_id', 'is not', null)
    .where('u.password_by_admin', '=', 0)
    .$narrowType<{ dealer_group_id: number }>()
    .orderBy('u.id', 'desc')

const ofPeople = (life: Life) => {
  const n = life.next()
  return `${firstLine}\nDana,Whitfield,new-${n}@test.example,,Advisor,Approver,,Dealer group,,,\n`
}

const leaves = (life: Life) =>
  added(life).where('dealer_group_id', 'is not', null).$narrowType<{ dealer_group_id: number }>()

/** Users with an authenticator app. */
const withCodes = (life: Life) =>
  leaves(life).innerJoin('authenticator_apps as a', 'a.user_id', 'users.id').select('users.id as id')

/** An added user with their own password. */
async function newcomer(life: Life): Promise<Client | undefined> {
  const user = await life.one(added(life).where('password_by_admin', '=', 0).where('active', '=', 1))
  return user && logInAs(life.world.anyone, user.email).catch(() => undefined)
}

/** The user adds an authenticator app. */
async function addCodes(life: Life): Promise<Answer | undefined> {
  const client = await newcomer(life)
  return client && (await addApp(client, life.world.clock)).reply
}

async function addKey(life: Life): Promise<Answer | undefined> {
  const client = await newcomer(life)
  return client && (await addPasskey(client)).reply
}

export const peopleActs: readonly Act[] = [
  { name: 'add a user', weight: 6, take: add },
  {
    name: 'change a user',
    weight: 4,
    take: toUser(added, endpoints.update, (life) => ({
      title: `Clerk ${life.next()}`,
      role_ids: [2, 3],
      primary_role: 3,
    })),
  },
  {
    name: 'widen a user’s scope',
    weight: 2,
    take: toUser(added, endpoints.update, () => ({ access_level: 1, dealership_ids: [], department_ids: [] })),
  },
  {
    name: 'deactivate a user',
    weight: 3,
    take: toUser(
      (life) => users(life).where('active', '=', 1),
      endpoints.update,
      () => ({ active: false }),
    ),
  },
  {
    name: 'activate a user',
    weight: 8,
    take: toUser(
      (life) => users(life).where('active', '=', 0),
      endpoints.update,
      () => ({ active: true }),
    ),
  },
  {
    name: 'delete a user',
    weight: 2,
    take: toUser((life) => (life.chance(3) ? users(life) : added(life)), endpoints.remove),
  },
  { name: 'add an authenticator app', weight: 3, take: addCodes },
  { name: 'add a passkey', weight: 2, take: addKey },
  {
    name: 'reset a second factor',
    weight: 3,
    take: about(withCodes, 'admin', endpoints.resetSecondFactor),
  },
  { name: 'sign in with a browser', weight: 2, take: signInWithBrowser },
  { name: 'mistype a password', weight: 1, take: mistype },
  { name: 'choose a password', weight: 6, take: choosePassword },
  {
    name: 'confirm an account',
    weight: 10,
    take: about(waiting, 'admin', confirmations.confirm, (_, { version }) => ({ version })),
  },
  {
    name: 'stop an account change',
    weight: 2,
    take: about(waiting, 'admin', confirmations.stop, (_, { version }) => ({ version })),
  },
  { name: 'end a user’s sessions', weight: 1, take: about(leaves, 'admin', endpoints.endSessions) },
  {
    name: 'preview a user import',
    weight: 1,
    take: about(groups, 'admin', imports.previewPeople, (life, { id }) => ({
      dealer_group_id: id,
      csv: ofPeople(life),
    })),
  },
  {
    name: 'import users',
    weight: 2,
    take: about(groups, 'admin', imports.people, (life, { id }) => ({ dealer_group_id: id, csv: ofPeople(life) })),
  },
  {
    name: 'end other sessions',
    weight: 1,
    take: (life) => life.by(life.dice.pick(roleWords), null, sessions.endOthers, {}),
  },
]
