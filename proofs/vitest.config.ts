import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const patience = { hookTimeout: 240_000, testTimeout: 240_000, expect: { poll: { timeout: 30_000 } } }
const prepared = ['scripts/prepare-tests.mjs']

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'pooler', include: ['proofs/pooler/*.proof.ts'], globalSetup: prepared, ...patience } },
      { test: { name: 'upgrade', include: ['proofs/upgrade/*.proof.ts'], globalSetup: prepared, ...patience } },
      {
        test: {
          name: 'package',
          include: ['proofs/package/*.proof.ts'],
          globalSetup: 'proofs/package/make.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'debian',
          include: ['proofs/debian/*.proof.ts'],
          globalSetup: 'proofs/package/make.ts',
          // The tests build on each other on one machine, so the first failure ends the run.
          bail: 1,
          ...patience,
          testTimeout: 600_000,
        },
      },
      { test: { name: 'proxies', include: ['proofs/proxies/*.proof.ts'], globalSetup: prepared, ...patience } },
      {
        test: {
          name: 'image',
          include: ['proofs/image/*.proof.ts'],
          globalSetup: 'proofs/package/make.ts',
          ...patience,
          hookTimeout: 1_800_000,
        },
      },
      { test: { name: 'ldap', include: ['proofs/ldap/*.proof.ts'], globalSetup: prepared, ...patience } },
      {
        test: {
          name: 'point-in-time',
          include: ['proofs/point-in-time/*.proof.ts'],
          globalSetup: prepared,
          ...patience,
        },
      },
      { test: { name: 'backups', include: ['proofs/backups/*.proof.ts'], globalSetup: prepared, ...patience } },
      { test: { name: 'alerts', include: ['proofs/alerts/*.proof.ts'], globalSetup: prepared, ...patience } },
      { test: { name: 'mailbox', include: ['proofs/mailbox/*.proof.ts'], globalSetup: prepared, ...patience } },
      { test: { name: 'readings', include: ['proofs/readings/*.proof.ts'], ...patience } },
      { test: { name: 'replica', include: ['proofs/replica/*.proof.ts'], globalSetup: prepared, ...patience } },
      {
        test: {
          name: 'server-behind-pooler',
          include: ['server/src/**/*.test.ts'],
          exclude: [
            // This test copies a database, which PostgreSQL refuses while a pooler has a session in it.
            'server/src/trail/earlier-state.test.ts',
            // These tests need their own sessions, for prepared statements and pipelined queries.
            'server/src/check-requests/{list-plans,round-trips}.test.ts',
            'server/src/platform/database/postgres/naming-client.test.ts',
          ],
          globalSetup: [...prepared, 'proofs/support/start-pooler.ts'],
          ...patience,
        },
      },
    ],
  },
})
