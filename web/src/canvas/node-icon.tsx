import {
  ArrowRight,
  CircleCheck,
  CircleX,
  Clock,
  Cog,
  Columns2,
  GitBranch,
  Repeat,
  UserCheck,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { StateType } from '../model/flow/graph';
import { Icon } from '../ui/icons';

const ICONS: Record<StateType, LucideIcon> = {
  Task: Cog,
  Choice: GitBranch,
  Parallel: Columns2,
  Map: Repeat,
  Graph: Workflow,
  Human: UserCheck,
  Wait: Clock,
  Pass: ArrowRight,
  Succeed: CircleCheck,
  Fail: CircleX,
};

export function NodeIcon({ type }: { type: string }) {
  return <Icon of={type in ICONS ? ICONS[type as StateType] : Cog} />;
}
