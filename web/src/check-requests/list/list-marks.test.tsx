import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ListMarks, type RenderMarks } from '#check-requests/list/list-marks.tsx'
import { openScreen, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { listedRequest } from '#testing/requests.ts'

const rows = [
  listedRequest({ id: 1, payee_name_1: 'Great Lakes Auto Parts' }),
  listedRequest({ id: 2, payee_name_1: 'Great Lake Auto Part' }),
  listedRequest({ id: 3, payee_name_1: 'Great Lakes Auto Parts, Inc.' }),
  listedRequest({ id: 4, payee_name_1: 'Harbor Glass', status_name: 'closed' }),
]

function Shown() {
  const [render, setRender] = useState<RenderMarks>()
  return (
    <>
      <ListMarks rows={rows} onMarks={(marks) => setRender(() => marks)} />
      {rows.map(({ id }) => (
        <p key={id} data-testid={`row-${id}`}>
          {render?.([id])}
        </p>
      ))}
    </>
  )
}

test('marks open requests in words, worst first, and names that look like another one on the screen', async () => {
  const replies = { 'GET /check-requests/marks': [{ id: 2, marks: ['payee-blocked', 'no-document'] }] }
  const { read } = await openScreen(<Shown />, { as: userAs('approver'), replies })
  await untilShown(/Blocked payee/)
  const words = rows.map(({ id }) => screen.getByTestId(`row-${id}`).textContent)
  expect(words).toEqual([
    'Payee looks like Great Lake Auto Part. ',
    'Blocked payee. Payee looks like Great Lakes Auto Parts. No document. ',
    'Payee looks like Great Lake Auto Part. ',
    '',
  ])
  expect(read()).toContain('/check-requests/marks?ids=1%2C2%2C3')
})
