-- The digest of the answer that was accepted for an offer: a different one is refused until the offer is taken anew.
alter table pawl.offer add column answer text;
