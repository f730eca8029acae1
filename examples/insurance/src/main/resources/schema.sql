create table if not exists contract (
  id uuid primary key,
  number text not null,
  holder text not null,
  email text not null,
  phone text not null,
  status text not null
);
