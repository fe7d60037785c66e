# nothing of the protocol breaks since the contract that landed last, and all of it is guarded
node scripts/contract-baseline.mjs check
