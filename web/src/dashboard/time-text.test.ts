import { expect, test } from 'vitest'
import { timeText } from '#dashboard/insights.tsx'

test.each([
  [0, '0 minutes'],
  [1 / 60, '1 minute'],
  [0.42, '25 minutes'],
  [1, '1 hour'],
  [4.46, '4.5 hours'],
  [47.9, '47.9 hours'],
  [48, '2 days'],
  [51, '2.1 days'],
])('formats %d hours as %s', (hours, text) => {
  expect(timeText(hours)).toBe(text)
})
