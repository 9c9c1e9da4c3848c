import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// The seed of random tests, and their counts in the gate and at night.
const random = { setupFiles: ['domain/src/testing/random.ts'] }
// Limits end what hangs; they measure nothing. A busy machine can be twenty times slower than a quiet one.
const patience = { hookTimeout: 120_000, testTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    // One more than processors, since tests also wait: for PostgreSQL, for programs that they start, for time.
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    projects: [
      { test: { name: 'architecture', include: ['*.test.ts', 'docs/*.test.ts'], ...patience } },
      { test: { name: 'domain', include: ['domain/src/**/*.test.ts'], isolate: false, ...random, ...patience } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['scripts/prepare-tests.mjs'],
          ...random,
          ...patience,
          // The product keeps no state in modules, so files share them and need not load them again.
          isolate: false,
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Files share the loaded modules, which takes half the time of loading them for each.
          pool: 'threads',
          isolate: false,
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
    ],
  },
})
