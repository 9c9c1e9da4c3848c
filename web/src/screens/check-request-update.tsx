import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestUpdateScreen() {
  return <PageHeader title="Check Request Update" />
}
