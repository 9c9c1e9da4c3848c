import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DashboardPanel } from '#dashboard/dashboard-panel.tsx'

test('a role that the product does not know has no dashboard', () => {
  render(<DashboardPanel roleName="auditor" />)
  expect(screen.getByText('No dashboard information available.')).toBeTruthy()
})
