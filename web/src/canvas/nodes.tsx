import { Handle, Position, type NodeProps } from '@xyflow/react';
import { Maximize2 } from 'lucide-react';
import { createContext, memo, use } from 'react';
import { useText } from '../i18n/i18n';
import type { Status as StatusCode } from '../model/run/status';
import { Icon } from '../ui/icons';
import { Status } from '../ui/status';
import type { StateNode } from './layout';
import { NodeIcon } from './node-icon';

/** True while the canvas is so small that nodes are plain boxes. */
export const FarContext = createContext(false);
/** Opens the machines in a node; null if the canvas cannot. */
export const EnterContext = createContext<((node: string) => void) | null>(null);

const classes = (data: StateNode['data']) =>
  [
    'node',
    data.type.toLowerCase(),
    data.status.toLowerCase(),
    data.isOff ? 'off' : '',
    data.isSelected ? 'chosen' : '',
    data.change ? `change-${data.change.toLowerCase()}` : '',
    data.plan ? `plan-${data.plan}` : '',
    data.heat === null ? '' : `heat heat-${data.heat}`,
  ].join(' ');

function Ports({ data }: { data: StateNode['data'] }) {
  const isDown = data.direction === 'down';
  return (
    <>
      <Handle
        type="target"
        position={isDown ? Position.Top : Position.Left}
        isConnectable={false}
      />
      <Handle
        type="source"
        position={isDown ? Position.Bottom : Position.Right}
        isConnectable={false}
      />
    </>
  );
}

/** The second line: what the planned action does here, or else the key fact. */
function Fact({ data }: { data: StateNode['data'] }) {
  const { t } = useText();
  if (data.plan !== '') return <span className="plan clip">{t(`plan.${data.plan}`)}</span>;
  return <span className="fact clip">{data.fact}</span>;
}

function Mark({ data }: { data: StateNode['data'] }) {
  if (data.status === '') return null;
  return (
    <span className="ml-auto flex items-center gap-1">
      {data.visits > 1 && <span className="micro text-muted">×{data.visits}</span>}
      <Status status={data.status as StatusCode} iconOnly />
    </span>
  );
}

/** Opens the machines of a node as a canvas of their own. */
function Enter({ id, data }: { id: string; data: StateNode['data'] }) {
  const { t } = useText();
  const enter = use(EnterContext);
  if (!data.canEnter || enter === null) return null;
  const name = t('canvas.enter', { state: data.name });
  return (
    <button
      type="button"
      className="node-enter nodrag nopan"
      tabIndex={-1}
      aria-label={name}
      title={`${name} (])`}
      onClick={(event) => {
        event.stopPropagation();
        enter(id);
      }}
    >
      <Icon of={Maximize2} size="xs" />
    </button>
  );
}

/** A node that is too small to be read. */
function Box({ data }: { data: StateNode['data'] }) {
  return (
    <div className={`${classes(data)} far`} title={data.name}>
      <Ports data={data} />
    </div>
  );
}

/** A state: name and status in the first line, key fact and duration in the second. */
export const StateNodeView = memo(function StateNodeView({ id, data }: NodeProps<StateNode>) {
  const isFar = use(FarContext);
  if (isFar && data.type !== 'Choice') return <Box data={data} />;
  if (data.type === 'Choice') {
    return (
      <div className={classes(data)}>
        <svg className="diamond" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <path d="M50 1 99 50 50 99 1 50z" />
        </svg>
        {!isFar && (
          <>
            <NodeIcon type={data.type} />
            <span className="clip max-w-full" title={data.name}>
              {data.name}
            </span>
            <span className="fact clip max-w-full">{data.fact}</span>
          </>
        )}
        <Ports data={data} />
      </div>
    );
  }
  const isEnd = data.type === 'Succeed' || data.type === 'Fail';
  return (
    <div className={classes(data)}>
      <NodeIcon type={data.type} />
      <span className="line">
        <span className="clip" title={data.name}>
          {data.name}
        </span>
        {!isEnd && <Mark data={data} />}
      </span>
      {!isEnd && (
        <span className="line">
          <Fact data={data} />
          <span className="fact ml-auto">{data.took}</span>
          <Enter id={id} data={data} />
        </span>
      )}
      <Ports data={data} />
    </div>
  );
});

/** Parallel, Map and Graph with their inner states in place. */
export const FrameNodeView = memo(function FrameNodeView({ id, data }: NodeProps<StateNode>) {
  const isFar = use(FarContext);
  if (isFar)
    return (
      <div className={`frame ${classes(data)}`} title={data.name}>
        <Ports data={data} />
      </div>
    );
  return (
    <div className={`frame ${classes(data)}`}>
      <header>
        <NodeIcon type={data.type} />
        <span className="clip" title={data.name}>
          {data.name}
        </span>
        <span className="fact clip">{data.fact}</span>
        <span className="fact ml-auto">{data.took}</span>
        <Mark data={data} />
        <Enter id={id} data={data} />
      </header>
      <Ports data={data} />
    </div>
  );
});

export const StartNodeView = memo(function StartNodeView({ data }: NodeProps<StateNode>) {
  return (
    <div className="start">
      <Ports data={data} />
    </div>
  );
});
