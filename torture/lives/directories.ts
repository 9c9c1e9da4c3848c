import { Directory, entraUser } from '../../server/src/testing/scim.ts'
import type { Act } from './act.ts'
import type { Answer, Life } from './life.ts'

interface Known {
  readonly directory: Directory
  readonly group: number
  readonly name: string
}

/** A directory whose program manages users. */
async function known(life: Life): Promise<Known | undefined> {
  const programs = life.db
    .selectFrom('access_tokens')
    .select(['id', 'dealer_group_id', 'name'])
    .where('state', '=', 'active')
    .where('manages_people', 'is not', null)
    .orderBy('id', 'desc')
  const program = await life.one(programs)
  const secret = life.secrets.get(program?.id ?? 0)
  if (!program || !secret) return undefined
  const directory = new Directory(life.world.anyone.with({ authorization: `Bearer ${secret}` }))
  return { directory, group: program.dealer_group_id, name: program.name }
}

/** An act of a directory on one of the users that it added. */
function onUser(what: string, take: (life: Life, directory: Directory, id: number) => Promise<Answer>): Act['take'] {
  return async (life) => {
    const found = await known(life)
    const users = life.db
      .selectFrom('users')
      .select('id')
      .where('dealer_group_id', '=', found?.group ?? 0)
      .where('email', 'like', 'new-%')
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
    const user = await life.one(users)
    if (!found || !user) return undefined
    const answer = await life.attempt(`${found.name}: ${what} user ${user.id}`, () =>
      take(life, found.directory, user.id),
    )
    life.forgetSessions()
    return answer
  }
}

const add: Act['take'] = async (life) => {
  const found = await known(life)
  if (!found) return undefined
  const email = `new-${life.next()}@test.example`
  const user = entraUser(email)
  return life.attempt(`${found.name}: add ${email}`, () => found.directory.send('POST', '/Users', user))
}

const roleFor = (life: Life) => life.dice.pick([1, 2, 3, 4])

export const directoryActs: readonly Act[] = [
  { name: 'let a directory add a user', weight: 4, take: add },
  {
    name: 'let a directory change a user',
    weight: 1,
    take: onUser('rename', (life, directory, id) =>
      directory.patch(`/Users/${id}`, { op: 'replace', path: 'name.familyName', value: `King ${life.next()}` }),
    ),
  },
  {
    name: 'let a directory deactivate a user',
    weight: 1,
    take: onUser('switch', (life, directory, id) =>
      directory.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: life.chance(2) }),
    ),
  },
  {
    name: 'let a directory add a role',
    weight: 5,
    take: onUser('add a role to', (life, directory, id) => directory.role('add', roleFor(life), id)),
  },
  {
    name: 'let a directory remove a role',
    weight: 3,
    take: onUser('remove a role from', (life, directory, id) => directory.role('remove', roleFor(life), id)),
  },
  {
    name: 'let a directory delete a user',
    weight: 1,
    take: onUser('delete', (_, directory, id) => directory.send('DELETE', `/Users/${id}`)),
  },
]
