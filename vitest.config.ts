import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: Math.min(availableParallelism(), 6),
    projects: [
      { test: { name: 'architecture', include: ['*.test.ts', 'docs/*.test.ts'] } },
      { test: { name: 'domain', include: ['domain/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['scripts/prepare-tests.mjs', 'server/src/testing/templates.ts'],
          hookTimeout: 60_000,
          testTimeout: 60_000,
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
    ],
  },
})
