import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestScreen() {
  return <PageHeader title="Check Request" />
}
