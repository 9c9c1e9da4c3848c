import {
  Building2,
  CalendarClock,
  CheckCheck,
  ClipboardCheck,
  FilePlus2,
  Files,
  FileX2,
  LayoutDashboard,
  type LucideIcon,
  Network,
  Printer,
  Route,
  ScrollText,
  Settings,
  Undo2,
  Users,
} from 'lucide-react'
import type { MenuIcon } from '#routes.tsx'

/** Icons of the sidebar's entries. */
export const menuIcons: Record<MenuIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  new: FilePlus2,
  'sent-back': Undo2,
  rejected: FileX2,
  pending: ClipboardCheck,
  processing: Printer,
  completed: CheckCheck,
  list: Files,
  users: Users,
  dealerships: Building2,
  departments: Network,
  approvals: Route,
  audit: ScrollText,
  jobs: CalendarClock,
  settings: Settings,
}
