import type { Config } from '../config.ts'
import { ChangeFeed } from '../platform/change-feed.ts'
import { Freshness } from '../platform/freshness.ts'
import { PasswordHasher } from '../platform/password-hash.ts'
import { secureRandom, shortId } from '../platform/random.ts'
import type { Services } from '../services.ts'
import type { AppDatabase } from '../tables.ts'
import { TestClock } from './clock.ts'

/** Services as the server makes them, with a clock that tests can move. */
export interface TestServices extends Services {
  readonly testClock: TestClock
}

const config: Config = {
  host: '127.0.0.1',
  port: 0,
  dataDir: '',
  databaseUrl: undefined,
  demo: 'on',
  publicUrl: undefined,
  insecureHttp: false,
  trustedProxies: [],
  logLevel: 'silent',
}

export function createTestServices(database: AppDatabase, overrides: Partial<Config> = {}): TestServices {
  const testClock = new TestClock()
  const boot = shortId(secureRandom)
  const freshness = new Freshness(boot, () => database.foreignChanges())
  return {
    config: { ...config, ...overrides },
    database,
    clock: testClock.read,
    testClock,
    random: secureRandom,
    freshness,
    feed: new ChangeFeed(freshness, boot),
    passwords: new PasswordHasher(secureRandom),
  }
}
