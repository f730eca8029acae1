import { Maximize, Minus, Plus, type LucideIcon } from 'lucide-react';
import { useText } from '../i18n/i18n';
import { Icon } from '../ui/icons';
import { Zoom } from './legend';

/** Zooms a canvas. */
export function CanvasTools({
  onZoomOut,
  onZoomIn,
  onFit,
}: {
  onZoomOut: () => void;
  onZoomIn: () => void;
  onFit: () => void;
}) {
  const { t } = useText();
  return (
    <div className="canvas-tools">
      <Tool of={Minus} name={t('canvas.zoomOut')} onClick={onZoomOut} />
      <Zoom />
      <Tool of={Plus} name={t('canvas.zoomIn')} onClick={onZoomIn} />
      <Tool of={Maximize} name={t('canvas.fit')} keys="f" onClick={onFit} />
    </div>
  );
}

function Tool({
  of: shape,
  name,
  keys,
  onClick,
}: {
  of: LucideIcon;
  name: string;
  keys?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-btn small"
      aria-label={name}
      title={keys ? `${name} (${keys})` : name}
      onClick={onClick}
    >
      <Icon of={shape} size="s" />
    </button>
  );
}
