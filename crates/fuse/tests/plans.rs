//! Programs in text form and the plans made of them: each file of `plans/` holds one of each, separated by a line
//! `---`.
//!
//! `UPDATE=1 cargo test -p cuprust-fuse` writes the plans anew; read the difference before you commit it.

use std::fs;
use std::path::Path;

use cuprust_fuse::{Options, plan};
use cuprust_ir::{Node, NodeKind, Operand, Program, ScalarId, Step};

#[test]
fn plans_are_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plans");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let (program, expected) = text.split_once("---\n").unwrap_or((&text, ""));
        let made = plan(&program.parse::<Program>().unwrap(), Options::default()).unwrap().to_string();
        if made == expected {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, format!("{program}---\n{made}")).unwrap();
        } else {
            wrong.push(format!("{}:\n{made}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "these plans are made now:\n{}", wrong.join("\n"));
}

#[test]
fn without_fusion_every_instruction_is_a_kernel_of_its_own() {
    let text = include_str!("plans/chain.txt");
    let program: Program = text.split_once("---").unwrap().0.parse().unwrap();
    let alone = plan(&program, Options::NONE).unwrap();
    let kernels = alone.steps.iter().filter(|step| matches!(step, Step::Kernel(_))).count();
    assert_eq!(kernels, 3);
}

#[test]
fn arrays_in_frames_one_after_another_have_two_storages() {
    let mut text = String::from("s0: 16384 bytes, given, kept\n");
    for pass in 0..5 {
        text += &format!(
            "s{}: 16900 bytes\ns{}: 16384 bytes{}\n",
            2 * pass + 1,
            2 * pass + 2,
            if pass == 4 { ", kept" } else { "" }
        );
    }
    for pass in 0..5 {
        let (before, frame, after) = (2 * pass, 2 * pass + 1, 2 * pass + 2);
        let read = |at: i64| format!("s{frame}:uint8[128,128]@{at}(130,1)");
        text += &format!("copy s{frame}:uint8[130,130] <- 7:uint8\ncopy {} <- s{before}:uint8[128,128]\n", read(131));
        text += &format!("map add uint8 s{after}:uint8[128,128] <- {}, {}\n", read(1), read(132));
        text += &format!("dead s{frame}\n{}", if pass == 0 { String::new() } else { format!("dead s{before}\n") });
    }
    let mut program: Program = text.parse().unwrap();
    let filled = |program: &Program| {
        let plan = plan(program, Options::default()).unwrap();
        let kernels = plan.steps.iter().filter(|step| matches!(step, Step::Kernel(_))).count();
        (plan.steps.iter().filter(|step| matches!(step, Step::Allocate(_))).count(), kernels)
    };
    // Numbers that may differ: five frames, which are filled at once, and the result.
    assert_eq!(filled(&program), (6, 7));
    // One number.
    for instruction in &mut program.instructions {
        for input in &mut instruction.inputs {
            if let Operand::Scalar(id) = input {
                *id = ScalarId(0);
            }
        }
    }
    assert_eq!(filled(&program), (3, 7));
}

/// The kernels of a loop of 40 steps that carries so many values of so many elements each: the operations of each.
fn lengths_of_loop(carried: usize, elements: usize) -> Vec<usize> {
    let (mut storages, mut instructions) = (Vec::new(), String::new());
    let mut storage = |rest: &str| {
        storages.push(format!("s{}: {} bytes{rest}\n", storages.len(), 8 * elements));
        format!("s{}:float64[{elements}]", storages.len() - 1)
    };
    let operand = storage(", given, kept");
    let mut values: Vec<String> = (0..carried).map(|_| storage(", given, kept")).collect();
    for step in 0..40 {
        // Each value becomes its product with the one before, and more operations are made of the last.
        for at in 0..carried {
            let made = storage(if step == 39 { ", kept" } else { "" });
            let before = &values[(at + carried - 1) % carried];
            instructions += &format!("map multiply float64 {made} <- {}, {before}\n", values[at]);
            values[at] = made;
        }
        for _ in carried..14 {
            let made = storage(if step == 39 { ", kept" } else { "" });
            instructions += &format!("map add float64 {made} <- {}, {operand}\n", values[0]);
            values[0] = made;
        }
    }
    let program: Program = format!("{}{instructions}", storages.concat()).parse().unwrap();
    let steps = plan(&program, Options::default()).unwrap().steps;
    let kernels = steps.iter().filter_map(|step| if let Step::Kernel(kernel) = step { Some(kernel) } else { None });
    let is_operation = |node: &&Node| matches!(node.kind, NodeKind::Row { .. });
    kernels.map(|kernel| kernel.nodes.iter().filter(is_operation).count()).collect()
}

#[test]
fn long_groups_are_cut_where_few_bytes_are_moved_and_grow_where_many_would_be() {
    // 560 operations, of which a cut moves 16 bytes for each position: four kernels, cut between two steps.
    let few = lengths_of_loop(1, 1 << 20);
    assert_eq!((few.iter().sum::<usize>(), few.iter().max().unwrap() <= &192), (560, true), "{few:?}");
    // A cut moves 224 bytes: two kernels.
    let many = lengths_of_loop(14, 1 << 20);
    assert_eq!((many.len(), many.iter().sum::<usize>()), (2, 560), "{many:?}");
    // In small arrays a launch costs more than any of it.
    assert_eq!(lengths_of_loop(1, 1 << 10), [560]);
    assert_eq!(lengths_of_loop(14, 1 << 10), [560]);
}

#[test]
fn sums_to_single_values_share_a_kernel() {
    let mut text = String::from("s0: 4194304 bytes, given, kept\n");
    (1..=48).for_each(|sum| text += &format!("s{sum}: 4 bytes, kept\n"));
    for sum in 0..48 {
        let column = 4 * (sum % 8);
        text += &format!("reduce add float32 over 0 s{}:float32[1] <- s0:float32[32768]@{column}(32)\n", sum + 1);
    }
    let program: Program = text.parse().unwrap();
    let steps = plan(&program, Options::default()).unwrap().steps;
    assert_eq!(steps.iter().filter(|step| matches!(step, Step::Kernel(_))).count(), 1);
}
