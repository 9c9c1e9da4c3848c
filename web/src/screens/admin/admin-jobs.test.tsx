import { jobExamples } from '@check-requests/domain/operation/examples.ts'
import type { Job } from '@check-requests/domain/operation/jobs/endpoints.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { JobList, useJobs } from '#screens/admin/admin-jobs.tsx'
import { openScreen, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const failed: Job = { ...jobExamples.runAgain.reply, state: 'failed' }
const waiting: Job = { ...failed, state: 'waiting', failures: 0, error: null }

async function openJob(changes: Partial<Job>, replies: Replies = {}) {
  const job = { ...waiting, ...changes }
  const opened = await openScreen(<JobList jobs={[job]} />, { as: userAs('admin', { access_level: 0 }), replies })
  const row = () => spaced(screen.getByRole('listitem').textContent)
  return { ...opened, row }
}

test.each([
  ['waiting', 'Waiting'],
  ['due', 'Due'],
  ['running', 'Running'],
  ['failed', 'Failed'],
] as const)('shows the state of a job with the state %s as "%s"', async (state, word) => {
  const { row } = await openJob({ state })
  expect(row()).toContain(`Remove files that belong to no document${word}`)
})

test.each([
  [31, 'after 31 ms'],
  [999, 'after 999 ms'],
  [1000, 'after 1.0 s'],
  [12_340, 'after 12.3 s'],
])('shows a run that took %i ms as "%s"', async (took_ms, text) => {
  const { row } = await openJob({ took_ms })
  expect(row()).toMatch(new RegExp(`Last ended Nov 20, 2026, .*, ${text}`))
})

test('says that a job hasn’t run yet', async () => {
  const { row } = await openJob({ ended_at: null, took_ms: null })
  expect(row()).toContain('Hasn’t run yet · next Nov 20, 2026, ')
})

test.each(['due', 'running'] as const)('shows no next run and no button for a %s job', async (state) => {
  const { row } = await openJob({ state })
  expect(row()).not.toContain('next')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [1, 'Failed once: No space left'],
  [3, 'Failed 3 times in a row: No space left'],
])('says how often a job failed and why (failures: %i) in the text “%s”', async (failures, sentence) => {
  await openJob({ state: 'failed', failures, error: 'No space left' })
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('runs a job again', async () => {
  const { user, sent } = await openJob({ state: 'failed' }, { 'POST /jobs/run': jobExamples.runAgain.reply })
  await user.click(screen.getByRole('button', { name: 'Run Again: Remove files that belong to no document' }))
  await untilShown('Job queued')
  expect(sent()).toEqual([['POST /jobs/run', { name: 'sweep-files' }]])
})

test('says why a job couldn’t be run', async () => {
  const { user } = await openJob({}, { 'POST /jobs/run': new Refusal(409, 'The job is running.') })
  await user.click(screen.getByRole('button', { name: /^Run Again/ }))
  await untilShown('Couldn’t run the job')
  await untilShown('The job is running.')
})

function Jobs() {
  const jobs = useJobs().data
  return jobs ? <JobList jobs={jobs} /> : null
}

test('fetches the jobs and shows a failed job', async () => {
  await openScreen(<Jobs />, { as: userAs('admin', { access_level: 0 }), replies: { 'GET /jobs': [failed] } })
  await untilShown('Failed 3 times in a row: ENOENT: no such file or directory')
})
