import { usePerson } from '#access/sessions/session-provider.tsx'
import { DashboardPanel } from '#dashboard/dashboard-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function DashboardScreen() {
  const { role } = usePerson()
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Welcome back, Here's what's happening with your check requests." />
      <DashboardPanel roleName={role} />
    </>
  )
}
