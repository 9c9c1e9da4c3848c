import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestsPendingScreen() {
  return <PageHeader title="Check Requests Pending" />
}
