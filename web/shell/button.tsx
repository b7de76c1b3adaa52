import type { ComponentProps, ReactNode } from 'react';
import './button.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** `plain` has a background only on hover; `accent` is the primary button, one per screen. */
  readonly tone?: 'default' | 'positive' | 'negative' | 'accent' | 'plain' | 'link';
  readonly size?: 'small' | 'medium';
  readonly icon?: ReactNode;
  /** Shows only the icon; sets `aria-label` and the tooltip. */
  readonly label?: string;
}

export const Button = ({
  tone = 'default',
  size = 'medium',
  icon,
  label,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    className="button"
    data-tone={tone}
    data-size={size}
    {...(label === undefined ? {} : { 'aria-label': label, title: label })}
    data-icon-only={children === undefined ? '' : undefined}
    {...rest}
  >
    {icon}
    {children}
  </button>
);

/** A small button without a background, for what is not the main thing. */
export const QuietButton = (props: ButtonProps) => <Button size="small" tone="plain" {...props} />;
