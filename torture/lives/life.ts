import { roleNamed } from '@check-requests/domain/access/roles.ts'
import type { Endpoint } from '@check-requests/domain/api/endpoint.ts'
import { addDays, dateOf } from '@check-requests/domain/values/calendar-date.ts'
import type { Dice } from '../../server/src/demo/dice.ts'
import { logInAs, ownPassword } from '../../server/src/testing/accounts.ts'
import type { Client, Parts, Reply } from '../../server/src/testing/client.ts'
import { formOf, type SentDocument } from '../../server/src/testing/documents.ts'
import type { RoleWord } from '../../server/src/testing/organization.ts'
import { testPassword } from '../../server/src/testing/templates.ts'
import type { World } from '../../server/src/testing/world.ts'
import type { Surroundings } from './surroundings.ts'

/** A user in one of their roles. */
export interface Player {
  readonly id: number
  readonly email: string
  readonly role: RoleWord
  readonly group: number | null
}

/** The result of an action. `status` is 0 if no user could attempt it. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Rows to choose from, newest first. */
export interface Query<Row> {
  limit(most: number): { execute(): Promise<Row[]> }
}

const mostAsked = 5
// Only the newest rows are used, so that a long history doesn't slow down.
const mostRows = 30
const nobody: Answer = { status: 0, text: 'No user is available' }
/** Statuses of refusals that might not apply to another user. */
const asksAnother = [0, 401, 403, 404, 409]

/** A random history of an organization: its users' actions in sequence, drawn from a seed. */
export class Life {
  readonly faults: string[] = []
  /** The actions so far, which are shown with a fault. */
  readonly log: string[] = []
  readonly around: Surroundings
  readonly dice: Dice
  /** The secrets of access tokens, by the tokens' ids. */
  readonly secrets = new Map<number, string>()
  /** True during a course, whose actions are usually about the newest rows. */
  followsCourse = false
  readonly #clients = new Map<string, Client | undefined>()
  readonly #latest = new Map<RoleWord, number>()
  #calls = 0

  constructor(around: Surroundings, dice: Dice) {
    this.around = around
    this.dice = dice
  }

  get world(): World {
    return this.around.world
  }

  get db() {
    return this.world.database.read
  }

  /** The host name under which browsers reach the server. */
  get host(): string {
    return this.world.services.config.publicUrl?.host ?? 'localhost'
  }

  get today(): string {
    return dateOf(this.world.clock.read())
  }

  inDays(days: number): string {
    return addDays(this.today, days)
  }

  chance(oneIn: number): boolean {
    return this.dice.below(oneIn) === 0
  }

  /** A whole number that no other call of this history uses. */
  next(): number {
    this.#calls += 1
    return this.#calls
  }

  /** One of the rows, if there are any. Half of the time, the newest one, so that actions build on each other. */
  async one<Row>(query: Query<Row>): Promise<Row | undefined> {
    const rows = await query.limit(mostRows).execute()
    const isNewest = this.followsCourse ? !this.chance(8) : this.chance(2)
    return isNewest || rows.length === 0 ? rows[0] : this.dice.pick(rows)
  }

  /** Some of the rows, without duplicates. In a course, the newest ones. */
  async some<Row>(query: Query<Row>, most: number): Promise<Row[]> {
    const rows = await query.limit(mostRows).execute()
    return (this.followsCourse ? rows : this.shuffled(rows)).slice(0, 1 + this.dice.below(most))
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.dice.below(1_000_000) }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item)
  }

  /**
   * The active users with a role in a dealer group or above, in random order. Half of the time, and in courses, the one
   * who acted last comes first, so that others are left to confirm. Sometimes includes users who see only part of the
   * group. Excludes users with a second factor.
   */
  async players(role: RoleWord, group: number | null): Promise<Player[]> {
    const widest = this.chance(6) ? 3 : 1
    const rows = await this.db
      .selectFrom('users as u')
      .innerJoin('user_roles as r', 'r.user_id', 'u.id')
      .leftJoin('authenticator_apps as a', 'a.user_id', 'u.id')
      .leftJoin('passkeys as p', 'p.user_id', 'u.id')
      .select(['u.id', 'u.email', 'u.dealer_group_id'])
      .where('a.user_id', 'is', null)
      .where('p.user_id', 'is', null)
      .where('u.access_level', '<=', widest)
      .where('r.role_id', '=', roleNamed(role).id)
      .where('u.active', '=', 1)
      .where('u.password_by_admin', '=', 0)
      .orderBy('u.id')
      .execute()
    const players = this.shuffled(rows)
      .filter(({ dealer_group_id: own }) => own === null || group === null || own === group)
      .map(({ id, email, dealer_group_id }) => ({ id, email, role, group: dealer_group_id }))
    const latest = this.followsCourse || this.chance(2) ? this.#latest.get(role) : undefined
    return [...players.filter(({ id }) => id === latest), ...players.filter(({ id }) => id !== latest)]
  }

  /** The super admins and others who see every dealer group. */
  async supers(role: RoleWord): Promise<Player[]> {
    return (await this.players(role, null)).filter(({ group }) => group === null)
  }

  /** Lets users of a role attempt an action until one succeeds. */
  async by<Row extends Endpoint>(
    role: RoleWord,
    group: number | null,
    row: Row,
    parts: Parts<Row> | ((player: Player) => Parts<Row>),
  ): Promise<Answer> {
    return this.first(await this.players(role, group), row, parts)
  }

  async first<Row extends Endpoint>(
    players: readonly Player[],
    row: Row,
    parts: Parts<Row> | ((player: Player) => Parts<Row>),
  ): Promise<Answer> {
    let answer = nobody
    for (const player of players.slice(0, mostAsked)) {
      answer = await this.ask(player, row, typeof parts === 'function' ? parts(player) : parts)
      if (!asksAnother.includes(answer.status)) return answer
    }
    return answer
  }

  /** Lets this user attempt an action. An error, or a response that breaks the call's contract, is a fault. */
  async ask<Row extends Endpoint>(player: Player, row: Row, parts: Parts<Row>): Promise<Answer> {
    const line = `${player.email} as ${player.role}: ${row.method} ${row.path} ${JSON.stringify(shown(parts))}`
    const headers = { ...parts.headers, 'idempotency-key': `life-${this.next()}` }
    const answer = await this.attempt(line, () => this.#send(player, row, { ...parts, headers }))
    if (answer.status > 0 && answer.status < 300) this.#latest.set(player.role, player.id)
    return answer
  }

  /** Makes a call. An error is a fault. `line` describes the call. */
  async attempt(line: string, call: () => Promise<Answer | undefined>): Promise<Answer> {
    try {
      const reply = await call()
      if (!reply) return nobody
      this.log.push(`${line} ${reply.status}`)
      if (reply.status >= 500) this.faults.push(`${line} is answered ${reply.status} ${reply.text}`)
      return { status: reply.status, text: reply.text }
    } catch (error) {
      this.faults.push(`${line} ends in ${error}`)
      return { status: 500, text: String(error) }
    }
  }

  async #send<Row extends Endpoint>(player: Player, row: Row, parts: Parts<Row>): Promise<Reply<unknown> | undefined> {
    const reply = await (await this.#clientOf(player))?.call(row, parts)
    if (reply?.status !== 401) return reply
    return (await this.#clientOf(player, true))?.call(row, parts)
  }

  /** A user who can't sign in because their account was changed has no client. */
  async #clientOf({ email, role }: Player, again = false): Promise<Client | undefined> {
    const key = `${email} ${role}`
    if (again || !this.#clients.has(key)) this.#clients.set(key, await this.#logIn(email, role).catch(() => undefined))
    return this.#clients.get(key)
  }

  #logIn(email: string, role: RoleWord): Promise<Client> {
    return logInAs(this.world.anyone, email, passwordOf(email), roleNamed(role).id)
  }

  /** Clears the list of users who couldn't sign in, because they might be able to now. */
  forgetSessions(): void {
    this.#clients.clear()
  }
}

/** The user's password: users added in a history have replaced the one chosen by an admin. */
export function passwordOf(email: string): string {
  return email.startsWith('new-') ? ownPassword : testPassword
}

/** The parts of a call that sends a file. */
export async function fileParts(params: Record<string, number>, document: SentDocument) {
  const { body, headers } = await formOf(document)
  return { params, headers, body: body as never }
}

/** The parts of a call for display, without file content, which is too long. */
function shown({ params, query, body }: Pick<Parts<Endpoint>, 'params'> & { query?: unknown; body?: unknown }): object {
  return Object.assign({ ...params }, query, Buffer.isBuffer(body) ? { file: body.length } : body)
}
