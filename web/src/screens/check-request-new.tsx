import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestNewScreen() {
  return <PageHeader title="Check Request New" />
}
