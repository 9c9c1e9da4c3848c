import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DashboardPanel } from '#dashboard/dashboard-panel.tsx'

test('shows no dashboard for an unknown role', () => {
  render(<DashboardPanel roleName="auditor" />)
  expect(screen.getByText('No dashboard information available.')).toBeTruthy()
})
