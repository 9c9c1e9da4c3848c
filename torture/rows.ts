import type { Harness } from './harness.ts'

/** `gate`: within `npm test`. `nightly`: within `npm run nightly`. `release`: by hand, before a release. */
export const profiles = ['gate', 'nightly', 'release'] as const
export type Profile = (typeof profiles)[number]

/** The profile, the seed, and the number of tries. */
export interface Plan {
  readonly profile: Profile
  readonly seed: number
  readonly count: number
}

/** A row of the table of figures: the test, its frequency, and the allowed findings. */
export interface Row {
  readonly name: string
  readonly what: string
  /** The number of tries in each profile. */
  readonly counts: Readonly<Record<Profile, number>>
  /** The number of tries that prove that the harness detects its fault. */
  readonly proof: number
  /** The maximum number of findings; 0 by default. */
  readonly limit?: Readonly<Record<Profile, number>>
  /** The row shows screens, so the browser part must be built. */
  readonly showsScreens?: true
  /** The row takes longest, so it starts first. */
  readonly first?: true
  /** The row measures time, so nothing else may run meanwhile. */
  readonly alone?: true
  readonly load: () => Promise<{ harness: Harness }>
}

// biome-ignore format: a table, one row each
export const rows: readonly Row[] = [
  { name: 'kill', what: 'kill -9 of the server while it writes: acknowledged writes lost', counts: { gate: 6, nightly: 60, release: 10_000 }, proof: 4, load: () => import('./rows/kill.ts') },
  { name: 'kill-checks', what: 'kill -9 of the server while people print, confirm, sign, void, stop and tell the bank: numbers, runs or acknowledged acts lost, halved or doubled', counts: { gate: 3, nightly: 20, release: 2000 }, proof: 3, load: () => import('./rows/kill-checks.ts') },
  { name: 'power-loss', what: 'states of the disk after a power cut: with anything lost or damaged', counts: { gate: 150, nightly: 2000, release: 200_000 }, proof: 200, load: () => import('./rows/power-loss.ts') },
  { name: 'postgres-crash', what: 'crashes of PostgreSQL under load: acknowledged writes lost', counts: { gate: 3, nightly: 10, release: 300 }, proof: 2, load: () => import('./rows/postgres-crash.ts') },
  { name: 'fuzz', what: 'calls of any shape to every endpoint: answered 5xx or otherwise than promised', counts: { gate: 1500, nightly: 20_000, release: 1_000_000 }, proof: 500, load: () => import('./rows/fuzz.ts') },
  { name: 'mutants', what: 'policies with one rule changed: not noticed by the tables written by hand', counts: { gate: 60, nightly: 60, release: 60 }, proof: 1, load: () => import('./rows/mutants.ts') },
  { name: 'matrix', what: 'calls of each endpoint by each role and level about each place: answered otherwise than written by hand', counts: { gate: 300, nightly: 2000, release: 105_000 }, proof: 1500, load: () => import('./rows/matrix.ts') },
  { name: 'approvers', what: 'rounds of 100 approvers at one request: without exactly one who wins', counts: { gate: 6, nightly: 40, release: 2000 }, proof: 1, load: () => import('./rows/approvers.ts') },
  { name: 'simulation', what: 'commands of people who do what they please: otherwise than the model, or contradictory afterwards', counts: { gate: 1000, nightly: 20_000, release: 5_000_000 }, proof: 1000, load: () => import('./rows/simulation.ts') },
  { name: 'lives', what: 'random histories of an organization over the API: calls answered 5xx, jobs that fail, records that contradict each other, acts and tables that no life reached', counts: { gate: 100, nightly: 1000, release: 10_000 }, proof: 60, first: true, load: () => import('./rows/lives.ts') },
  { name: 'tampers', what: 'changes of the data behind the product: not seen when the trail is verified', counts: { gate: 40, nightly: 300, release: 10_000 }, proof: 1, load: () => import('./rows/tampers.ts') },
  { name: 'browser', what: 'screens with stored scripts, and attacks from other origins: scripts run, policies broken, calls answered', counts: { gate: 10, nightly: 66, release: 66 }, proof: 1, showsScreens: true, load: () => import('./rows/browser.ts') },
  { name: 'secrets', what: 'rounds of passwords, tokens, cookies and the number of a bank account: found in log, answers, browser or dump', counts: { gate: 1, nightly: 1, release: 10 }, proof: 1, first: true, showsScreens: true, load: () => import('./rows/secrets.ts') },
  { name: 'restore', what: 'drills that restore a backup elsewhere: failed', counts: { gate: 1, nightly: 2, release: 20 }, proof: 1, load: () => import('./rows/restore.ts') },
  { name: 'login-time', what: 'logins of somebody and of nobody: by what share one takes longer', counts: { gate: 60, nightly: 60, release: 500 }, limit: { gate: 0.5, nightly: 0.1, release: 0.05 }, proof: 10, alone: true, load: () => import('./rows/login-time.ts') },
]
