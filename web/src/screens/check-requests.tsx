import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestsScreen() {
  return <PageHeader title="Check Requests" />
}
