import { DatabaseSync } from 'node:sqlite'
import { jobs } from '@check-requests/domain/operation/jobs/jobs.ts'
import { Dice } from '../../server/src/demo/dice.ts'
import { addJobs } from '../../server/src/operation/jobs/queries/jobs.ts'
import { databaseFile } from '../../server/src/platform/database/sqlite/backup.ts'
import type { AppDatabase } from '../../server/src/tables.ts'
import { contradictions } from '../../server/src/testing/contradictions.ts'
import { type DatabaseKind, databases } from '../../server/src/testing/databases.ts'
import { type Attempt, type Figures, figuresOf, type Harness } from '../harness.ts'
import type { Act } from '../lives/act.ts'
import { acts, courses } from '../lives/acts.ts'
import { Keys } from '../lives/keys.ts'
import { Life } from '../lives/life.ts'
import { deleteAll } from '../lives/places.ts'
import { openSurroundings } from '../lives/surroundings.ts'
import { Tally } from '../lives/tally.ts'

const [sqlite, postgres] = databases as [DatabaseKind, DatabaseKind]
const [reissuing] = courses
const actsInLife = 18
const livesInOne = 10
const mostTries = 400
/** The number of histories between two comparisons of the whole data, because a comparison takes as long as they do. */
const livesBetweenLooks = 5
/** The number of histories in which every action must be accepted and every table used. */
const wholeRun = 1000
const linesOfFault = 60
/** The additional weight of actions that haven't been accepted so far. */
const untried = 60

/** Tables that a history leaves empty, with the reasons. */
const emptyTables: Readonly<Record<string, string>> = {
  backups: 'no backup location is set',
  confirmation_announcements: 'only a migration writes to it',
  linked_identities: 'no identity provider can be reached; sign-in.test.ts signs in with one',
  set_up: 'the harness adds the first users; set-up.test.ts sets up an installation',
}

export const harness: Harness = {
  async prove({ count, seed }) {
    const lives = new Lives(sqlite)
    const errors = () => lives.faults.filter((fault) => fault.includes('is answered 500'))
    let tried = 0
    for (; tried < count && errors().length === 0; tried += 1)
      await lives.organization(seed + tried, 1, { damage: closeOnce, course: reissuing })
    return figuresOf(tried, errors())
  },
  async run({ count, seed }: Attempt): Promise<Figures> {
    const both = [new Lives(sqlite), new Lives(postgres)] as const
    await Promise.all(both.map((lives, n) => lives.all(Math.ceil((count - n) / both.length), seed * 2 + n)))
    const tally = new Tally(acts)
    for (const lives of both) tally.add(lives.tally)
    const faults = both.flatMap((lives) => lives.faults)
    const keys = both.map((lives) => lives.keys)
    if (count >= wholeRun) faults.push(...neverSeen(tally, keys))
    const { accepted, refused } = tally.total
    const note = `${accepted} actions accepted and ${refused} refused; ${keys.map(({ inWords }) => inWords).join(', ')}`
    return {
      ...figuresOf(count, faults, note),
      details: [...tally.lines, ...keys.flatMap(({ unreached }) => unreached)],
    }
  },
}

/** Reports actions that were never accepted and tables that stayed empty, because they weren't tested. */
function neverSeen(tally: Tally, keys: readonly Keys[]): string[] {
  const [first = [], ...others] = keys.map((known) => known.emptyTables)
  const empty = first.filter((table) => !(table in emptyTables) && others.every((tables) => tables.includes(table)))
  return [
    ...tally.neverAccepted.map((name) => `the action '${name}' was never accepted`),
    ...empty.map((table) => `${table} stayed empty in every history`),
  ]
}

/** The register keeps the request of each check forever (E7). */
async function lostRequests({ read }: AppDatabase): Promise<string[]> {
  const rows = await read
    .selectFrom('checks as c')
    .leftJoin('check_requests as r', 'r.id', 'c.check_request_id')
    .select(['c.number', 'c.request_number'])
    .where('c.check_request_id', 'is not', null)
    .where('c.state', '<>', 'released')
    .where('r.id', 'is', null)
    .execute()
  const combined = await read
    .selectFrom('combined_requests as m')
    .innerJoin('checks as c', 'c.id', 'm.check_id')
    .leftJoin('check_requests as r', 'r.id', 'm.check_request_id')
    .select(['c.number', 'm.request_number'])
    .where('c.state', '<>', 'released')
    .where('r.id', 'is', null)
    .execute()
  return [...rows, ...combined].map(
    ({ number, request_number }) => `check ${number} was drawn for ${request_number}, which no longer exists`,
  )
}

/** Lets a request close only once, as the first trigger for step times did (`0121-closed-again.ts`). */
function closeOnce(where: string): void {
  const database = new DatabaseSync(databaseFile(where))
  const row = database.prepare(`select sql from sqlite_schema where name = 'step_times_added'`).get()
  const before = String(row?.sql).replace('delete from step_times where check_request_id = new.check_request_id;', '')
  database.exec(`drop trigger step_times_removed; drop trigger step_times_added; ${before}`)
  database.close()
}

/** A fault in the product, and the actions that reveal it. */
interface Staged {
  readonly damage?: (where: string) => void
  readonly course?: readonly Act[] | undefined
}

/** Histories on one kind of database. */
class Lives {
  readonly faults: string[] = []
  readonly keys = new Keys()
  readonly tally = new Tally(acts)
  readonly #kind: DatabaseKind

  constructor(kind: DatabaseKind) {
    this.#kind = kind
  }

  async all(count: number, seed: number): Promise<void> {
    for (let done = 0; done < count; done += livesInOne)
      await this.organization(seed * 10_000 + done, Math.min(livesInOne, count - done))
  }

  /** Some histories in one organization, each in its own dealership, next to the data of the earlier ones. */
  async organization(seed: number, count: number, { damage, course }: Staged = {}): Promise<void> {
    const around = await openSurroundings(this.#kind)
    const { world } = around
    damage?.(around.where)
    await world.database.transact((trx) =>
      addJobs(
        trx,
        jobs.map(({ name }) => name),
        new Date(world.clock.read()).toISOString(),
      ),
    )
    const life = new Life(around, new Dice(seed))
    for (let n = 1; n <= count; n += 1) {
      await this.#live(life, course ?? life.dice.pick(courses))
      this.#note(life, `${this.#kind.name}, seed ${seed}, life ${n}`)
      if (n % livesBetweenLooks > 0 && n < count) continue
      await this.keys.look(world.database)
      life.faults.push(...(await contradictions(world.database)), ...(await lostRequests(world.database)))
      this.#note(life, `${this.#kind.name}, seed ${seed}, after life ${n}`)
    }
    await deleteAll(life)
    life.faults.push(...(await contradictions(world.database)), ...(await lostRequests(world.database)))
    this.#note(life, `${this.#kind.name}, seed ${seed}, after all locations were deleted`)
    await around.close()
  }

  async #live(life: Life, course: readonly Act[]): Promise<void> {
    let done = 0
    const take = async (act: Act) => {
      const answer = await act.take(life)
      if (!answer) return
      done += 1
      this.tally.count(act, answer)
    }
    for (const act of course) {
      life.followsCourse = true
      await take(act)
      life.followsCourse = false
      if (life.chance(3)) await take(this.#draw(life))
    }
    for (let tries = 0; done < actsInLife && tries < mostTries; tries += 1) await take(this.#draw(life))
  }

  #draw({ dice }: Life): Act {
    const weighed = acts.map((act) => ({ act, weight: act.weight + (this.tally.wasAccepted(act) ? 0 : untried) }))
    return dice.weighted(weighed).act
  }

  /** Records a history's findings with the actions before them. */
  #note(life: Life, where: string): void {
    const errors = life.around.errors.splice(0)
    life.faults.push(...errors.map((error) => `an email to the server ends in ${error}`))
    const before = life.log.slice(-linesOfFault).join('\n      ')
    this.faults.push(...life.faults.map((fault) => `${where}: ${fault}\n    after\n      ${before}`))
    life.faults.length = 0
    life.log.length = 0
  }
}
